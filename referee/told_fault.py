"""A fault in the words of both languages."""

from __future__ import annotations

from dataclasses import dataclass

from engines.articles import ARTICLES
from engines.contract import Fault


@dataclass(frozen=True, slots=True)
class ToldFault:
    """A fault with its article and sentence, ready to be shown to the referee."""

    code: str
    """What went wrong, as a word of `engines.articles`."""
    cells: tuple[str, ...]
    """The cells it concerns."""
    article: str
    """The article it breaches."""
    article_tr: str
    """The same as the Turkish text cites it."""
    en: str
    """What is wrong, in English."""
    tr: str
    """What is wrong, in Turkish."""
    amount: int = 0
    """Mangala: stones too many (+) or too few (-)."""

    @classmethod
    def of(cls, game: str, fault: Fault) -> ToldFault:
        """A fault of the engine in words."""
        article = ARTICLES[game][fault.code]
        return cls(
            fault.code,
            fault.cells,
            fault.article,
            article.source_tr,
            article.en,
            article.tr,
            fault.amount,
        )

    def plain(self) -> Fault:
        """The fault as the engines know it."""
        return Fault(self.code, self.cells, self.article, self.amount)
