"""Every figure that a document includes is that of its source."""

import document_figures
import pytest

INCLUDING = [path for path in document_figures.documents() if document_figures.INCLUDED.search(path.read_text())]


def test_documents_include_figures():
    assert len(INCLUDING) > 5


@pytest.mark.parametrize("path", INCLUDING, ids=lambda path: path.name)
def test_figures_of_the_document_are_fresh(path):
    text = path.read_text()
    assert text == document_figures.fresh(text), "python3 Tests/python/document_figures.py writes them"
    # A mark that is written otherwise would never be fresh.
    assert text.count("<!--figure:") == len(document_figures.INCLUDED.findall(text)) == text.count("<!--end-->")


@pytest.mark.parametrize("name", document_figures.FIGURES)
def test_figure_is_included_somewhere(name):
    assert any(f"<!--figure:{name}-->" in path.read_text() for path in INCLUDING)


def test_figure_that_is_not_fresh_is_written(monkeypatch):
    old = "It takes <!--figure:counts-cycles-->7<!--end--> cycles."
    assert document_figures.fresh(old) == "It takes <!--figure:counts-cycles-->400<!--end--> cycles."
    monkeypatch.setitem(document_figures.FIGURES, "counts-cycles", lambda: "500")
    assert ">500<" in document_figures.fresh(old)
    with pytest.raises(KeyError):
        document_figures.fresh("<!--figure:no-such-->1<!--end-->")
