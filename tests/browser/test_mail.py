"""Mails about accounts, to a real SMTP server: what is in them, and what their links do."""

import email
import email.policy
import re
import ssl
import subprocess
import time

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from playwright.sync_api import expect

from browser.test_account import GOOD, enter, sign_up
from program import Program, free_port

SECRET = b"p@ss:word%"


class Sink:
    """Keeps the mails that it takes."""

    def __init__(self):
        self.mails = []
        #: What recipients are answered, by address, and every sender.
        self.answers = {}
        self.sender_answer = None

    async def handle_MAIL(self, server, session, envelope, address, options):
        if self.sender_answer:
            return self.sender_answer
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address in self.answers:
            return self.answers[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.mails.append((envelope, mail, session.ssl is not None))
        return "250 taken"

    def wait(self, count=1):
        deadline = time.monotonic() + 20
        while len(self.mails) < count:
            assert time.monotonic() < deadline, f"{len(self.mails)} of {count} mails came"
            time.sleep(0.05)
        return self.mails


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """One that the machine doesn't trust by itself."""
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem",
         "-out", folder / "cert.pem"], check=True, capture_output=True)
    return folder


@pytest.fixture
def post(certificate):
    """An SMTP server that wants TLS and a password."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")

    def check(server, session, envelope, mechanism, data):
        right = isinstance(data, LoginPassword) and data == LoginPassword(b"shop", SECRET)
        return AuthResult(success=right)

    sink = Sink()
    controller = Controller(
        sink, hostname="localhost", port=free_port(), tls_context=context,
        require_starttls=True, authenticator=check, auth_required=True)
    controller.start()
    sink.port = controller.port
    yield sink
    controller.stop()


@pytest.fixture
def shop(post, certificate, monkeypatch):
    monkeypatch.setenv(
        "CREMA_SMTP",
        f"smtp://shop:p%40ss%3aword%25@localhost:{post.port}?ca={certificate / 'cert.pem'}")
    monkeypatch.setenv("CREMA_MAIL_FROM", "hello@coffee.example")
    program = Program.demo("--traffic", "0")
    program._arguments += ("--address", program.url)
    with program:
        yield program


@pytest.fixture
def phone(browser, shop):
    context = browser.new_context(base_url=shop.url, viewport={"width": 390, "height": 844})
    page = context.new_page()
    yield page
    context.close()


def link(mail, path):
    text = mail.get_body(("plain",)).get_content()
    html = mail.get_body(("html",)).get_content()
    found = re.search(rf"https?://\S+{path}\?token=\S+", text).group()
    assert found.replace("&", "&amp;") in html
    return found


def test_an_address_is_confirmed_by_a_tap(phone, post, shop):
    phone.goto("/sign-up")
    sign_up(phone)
    phone.wait_for_url("**/account?done=welcome")
    expect(phone.get_by_text("Please confirm your address")).to_be_visible()

    envelope, mail, was_safe = post.wait()[0]
    assert was_safe
    assert envelope.rcpt_tos == ["grace@example.org"]
    assert envelope.mail_from == "hello@coffee.example"
    assert mail["From"] == "Old Mill Coffee <hello@coffee.example>"
    assert mail["Subject"] == "Old Mill Coffee: please confirm your address"
    assert mail["Auto-Submitted"] == "auto-generated" and mail["Date"] and mail["Message-ID"]
    address = link(mail, "/verify-email")
    assert address.startswith(shop.url)

    phone.goto(address)
    phone.get_by_role("button", name="It's me").click()
    expect(phone.locator("h1")).to_have_text("Your address is confirmed")
    phone.get_by_role("link", name="My account").click()
    expect(phone.get_by_text("Please confirm your address")).to_have_count(0)


def test_a_forgotten_password_is_set_anew(phone, post, browser, shop):
    phone.goto("/sign-up")
    sign_up(phone)
    phone.wait_for_url("**/account?done=welcome")
    laptop = browser.new_context(base_url=shop.url).new_page()
    laptop.goto("/sign-in")
    laptop.get_by_role("link", name="Forgot your password?").click()
    for address in ("nobody@example.org", "grace@example.org"):
        laptop.goto("/forgot-password")
        laptop.fill("#email", address)
        laptop.get_by_role("button", name="Send the link").click()
        expect(laptop.locator("main")).to_contain_text("If that address has an account here")

    mails = post.wait(2)
    assert [envelope.rcpt_tos for envelope, _, _ in mails] == [["grace@example.org"]] * 2
    address = link(mails[1][1], "/reset-password")
    laptop.goto(address)
    laptop.fill("#password", "password123")
    laptop.get_by_role("button", name="Set the password").click()
    expect(laptop.locator("#password-problem")).to_contain_text("guessed first")
    laptop.fill("#password", "five green cups of snow")
    laptop.get_by_role("button", name="Set the password").click()
    expect(laptop.locator("h1")).to_have_text("Your new password is set")

    # The link is over, whoever was signed in isn't, and the old password is no way in.
    laptop.goto(address)
    expect(laptop.locator("h1")).to_have_text("This link is over")
    phone.goto("/account")
    phone.wait_for_url("**/sign-in?return=%2Faccount")
    enter(phone)
    expect(phone.locator(".alert")).to_be_visible()
    enter(phone, "five green cups of snow")
    phone.wait_for_url("**/account")
    laptop.context.close()


@pytest.mark.parametrize("answer", ["550 no such user here", "450 come again later"])
def test_a_mail_that_is_refused_keeps_no_other_waiting(phone, post, answer):
    post.answers["nowhere@example.org"] = answer
    for address in ("nowhere@example.org", "grace@example.org"):
        phone.goto("/sign-up")
        sign_up(phone, email=address)
        phone.wait_for_url("**/account?done=welcome")
        phone.locator("#settings > summary").click()
        phone.get_by_role("button", name="Sign out").click()
        phone.wait_for_url(re.compile(r"/$"))

    assert [envelope.rcpt_tos for envelope, _, _ in post.wait()] == [["grace@example.org"]]


def test_what_a_server_refuses_from_the_shop_itself_is_sent_later(phone, post):
    """A sender that isn't allowed is the shop's trouble: no mail is passed over for it."""
    post.sender_answer = "550 not your address"
    phone.goto("/sign-up")
    sign_up(phone)
    phone.wait_for_url("**/account?done=welcome")
    phone.wait_for_timeout(1500)
    assert not post.mails
    post.sender_answer = None

    assert post.wait()[0][0].rcpt_tos == ["grace@example.org"]


@pytest.mark.parametrize("offers_tls", [True, False])
def test_no_secret_is_sent_in_the_clear_or_to_whom_nobody_vouches_for(
        certificate, monkeypatch, offers_tls, tmp_path_factory):
    """Neither without TLS, nor to a certificate that another authority would have to vouch for."""
    heard = []

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    sink = Sink()
    controller = Controller(
        sink, hostname="localhost", port=free_port(), auth_require_tls=False,
        tls_context=context if offers_tls else None,
        authenticator=lambda *given: heard.append(given) or AuthResult(success=True))
    controller.start()
    other = tmp_path_factory.mktemp("other")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=elsewhere", "-keyout", other / "key.pem", "-out", other / "cert.pem"], check=True,
        capture_output=True)
    trusted = other if offers_tls else certificate
    monkeypatch.setenv(
        "CREMA_SMTP",
        f"smtp://shop:secret@localhost:{controller.port}?ca={trusted / 'cert.pem'}")
    monkeypatch.setenv("CREMA_MAIL_FROM", "hello@coffee.example")
    try:
        with Program.demo() as shop:
            status, _ = shop.request(
                "POST", "/api/v1/users",
                {"email": "grace@example.org", "password": GOOD, "name": "Grace"})
            assert status == 201
            deadline = time.monotonic() + 20
            while "crema: mail:" not in shop.log:
                assert time.monotonic() < deadline, shop.log
                time.sleep(0.05)
    finally:
        controller.stop()
    assert not heard and not sink.mails


def test_no_secret_is_sent_to_a_server_that_is_not_trusted(post, monkeypatch, browser):
    """Without the certificate to trust, nothing is sent at all, and the log says why."""
    monkeypatch.setenv("CREMA_SMTP", f"smtp://shop:secret@localhost:{post.port}?ca=/etc/hostname")
    monkeypatch.setenv("CREMA_MAIL_FROM", "hello@coffee.example")
    with Program.demo() as shop:
        status, _ = shop.request(
            "POST", "/api/v1/users",
            {"email": "grace@example.org", "password": GOOD, "name": "Grace"})
        assert status == 201
        deadline = time.monotonic() + 20
        while "crema: mail:" not in shop.log:
            assert time.monotonic() < deadline, shop.log
            time.sleep(0.05)
        assert "secret" not in shop.log
    assert not post.mails
