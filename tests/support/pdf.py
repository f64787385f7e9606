"""What stands in a PDF."""

from __future__ import annotations

import pypdf


def pages(path):
    """Its pages."""
    return pypdf.PdfReader(path).pages


def text_of(path):
    """All its text, blanks and line ends made one."""
    return " ".join(" ".join(page.extract_text().split()) for page in pages(path))


def fonts_of(path):
    """For each font of it whether it is embedded."""
    found = {}

    def look(value):
        value = value.get_object() if hasattr(value, "get_object") else value
        if not isinstance(value, dict):
            return
        for each in value.get("/Font", {}).values():
            font = each.get_object()
            inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
            described = inner.get("/FontDescriptor", {})
            described = described.get_object() if described else {}
            found[font["/BaseFont"]] = any(f"/FontFile{kind}" in described for kind in ("", 2, 3))
        for each in value.get("/XObject", {}).values():
            look(each.get_object().get("/Resources", {}))

    for page in pages(path):
        look(page["/Resources"])
    return found
