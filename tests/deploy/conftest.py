"""Two instances on one database, and a front before them."""

import pytest

from deploy.front import FRONTS, HAProxy
from deploy.shop import Listener, shop


@pytest.fixture(scope="module")
def the_shop():
    with shop() as the_shop:
        yield the_shop


@pytest.fixture(scope="module")
def instances(the_shop):
    first = the_shop.instance()
    return first, the_shop.instance(keys_of=first)


def _before(instances, kind, folder):
    first, second = (f"127.0.0.1:{instance.port}" for instance in instances)
    return kind(folder / "front", first, second)


@pytest.fixture(params=FRONTS, ids=lambda front: front.program)
def front(request, instances, tmp_path):
    with _before(instances, request.param, tmp_path) as front:
        yield front


@pytest.fixture
def haproxy(instances, tmp_path):
    with _before(instances, HAProxy, tmp_path) as front:
        yield front


@pytest.fixture
def listen():
    """listen(url, query, after, …) → a listener, closed in the end."""
    listeners = []

    def listen(*arguments, **options) -> Listener:
        listeners.append(Listener(*arguments, **options))
        return listeners[-1]

    yield listen
    for listener in listeners:
        listener.close()
