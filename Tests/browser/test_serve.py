"""`binnacle serve` and its page: a real program, a real browser."""


def opened(screen, one, **options):
    """The page of a served link, as the printed address opens it."""
    page = screen(one.url, **options)
    page.page.goto(one.url)
    return page


def test_simulatedLink_hasAHeading(screen, served):
    one = opened(screen, served("simulated"))
    one.wait("#digits-value", r"\d\d\d°")
    one.wait("#link-name", "simulated")
