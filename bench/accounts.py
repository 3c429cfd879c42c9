"""People with accounts: what they pay from their wallets, and signing in."""

import json
import shutil
import subprocess
import threading

from crema import Crema, customers, staff_token, top_up
from load import median, orders_command, place, wrk
from machine import ROOT, TOOLS, temporary_folder

CUSTOMERS = 1000
#: A top-up pays for so many baskets; a hot wallet needs several.
HOT_TOP_UPS = 9
MENUS_A_SECOND = 200


def wallets(options, table):
    """Orders from 1,000 wallets and from one, beside those to be paid at the counter by the same
    customers, and beside the C program writing the rows of one from a wallet."""
    counter, many, one, theirs = [], [], [], []
    for _ in range(options.rounds):
        with temporary_folder(options.folder) as folder:
            with Crema(folder) as crema:
                everybody, hot = folder / "customers", folder / "hot"
                headers = customers(crema.request, CUSTOMERS)
                everybody.write_text("\n".join(headers))
                hot.write_text(headers[-1])
                staff = "Bearer " + staff_token(crema.request)
                for _ in range(HOT_TOP_UPS):
                    top_up(crema.request, staff, f"customer-{CUSTOMERS - 1}@bench.example")
                at_counter, from_wallet = folder / "counter.json", folder / "wallet.json"
                basket = crema.basket()
                at_counter.write_text(json.dumps(basket))
                from_wallet.write_text(json.dumps({**basket, "tenders": [{"kind": "wallet"}]}))
                place(crema, at_counter, 2, customers_file=everybody)
                for file, people, rounds in ((at_counter, everybody, counter),
                                             (from_wallet, everybody, many),
                                             (from_wallet, hot, one)):
                    rounds.append(
                        place(crema, file, options.seconds, customers_file=people))
            shutil.copy(folder / "crema.db", folder / "rows.db")
            output = subprocess.run([TOOLS / "rows", folder / "rows.db", str(options.seconds)],
                                    capture_output=True, text=True, check=True).stdout
            theirs.append({"rate": float(output)})
    rate, ceiling = median(many, "rate"), median(theirs, "rate")
    others, alone = median(counter, "rate"), median(one, "rate")
    table(f"orders a second from {CUSTOMERS:,} wallets", f"{rate:,.0f}",
          f"{rate / ceiling:.2f} × the C program's {ceiling:,.0f}; "
          f"{rate / others:.2f} × {others:,.0f} at the counter")
    table("  from one wallet", f"{alone:,.0f}", f"{alone / rate:.2f} × that")


def sign_in(options, table):
    """Sign-ins by password, alone and with menus read beside them."""
    storms, calm, beside = [], [], []
    with temporary_folder(options.folder) as folder, Crema(folder / "data") as crema:
        body = folder / "sign-in.json"
        body.write_text(json.dumps(
            {"email": "customer@demo.crema", "password": "demo-demo-demo"}))
        script = ["-s", str(ROOT / "bench/lua/menus.lua"), "--", str(MENUS_A_SECOND)]

        def menus():
            return wrk(crema.url + crema.menu_path, options.seconds, 4, *script)

        for _ in range(options.rounds):
            calm.append(menus())
            storm = threading.Thread(target=lambda: storms.append(wrk(
                crema.url + "/api/v1/sessions", options.seconds, 64, *orders_command(body))))
            storm.start()
            beside.append(menus())
            storm.join()
    table("sign-ins a second, 64 at once", f"{median(storms, 'rate'):,.0f}",
          f"p99 {median(storms, 'p99'):,.0f} ms")
    table(f"  {MENUS_A_SECOND} menus a second beside them, p99",
          f"{median(beside, 'p99'):.1f} ms", f"{median(calm, 'p99'):.1f} ms without them")
