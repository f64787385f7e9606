"""The tables of the documents, made from results/*.csv and from nothing else.

A table stands in a document between two marks, `<!-- NAME:begin -->` and `<!-- NAME:end -->`.
`documents` says which table stands where; `make tables` writes them all, and a test fails when one
is stale.
"""
