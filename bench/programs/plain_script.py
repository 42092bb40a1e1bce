"""A peer, for comparison: the same as plain-script.ts in Python with DuckDB, by a file of JSON lines."""

import http.client, json, os, resource, sys, urllib.parse
import duckdb

base_url, date, cycle = sys.argv[1:]
service = urllib.parse.urlparse(base_url)
connection = http.client.HTTPConnection(service.netloc)


def answer_to(path):
    connection.request("GET", service.path + path)
    return json.loads(connection.getresponse().read())


settlement = answer_to(f"/settlements/{date}/{cycle}")
collected, cursor = 0, ""
with open("invoices.jsonl", "w") as lines:
    while cursor is not None:
        asked = {"settlementDate": date, "settlementCycle": cycle, "limit": 100}
        page = answer_to("/invoices?" + urllib.parse.urlencode(asked | ({"cursor": cursor} if cursor else {})))
        for invoice in page["items"]:
            lines.write(json.dumps(invoice) + "\n")
            collected += invoice["paymentAmount"]
        cursor = page["cursor"]
if collected != settlement["amountCollected"]:
    sys.exit("the settlement does not agree")
db = duckdb.connect("plain.duckdb")
db.execute("CREATE OR REPLACE TABLE invoice AS SELECT * FROM read_json_auto('invoices.jsonl')")
db.execute("COPY (SELECT * FROM invoice ORDER BY id) TO 'plain.csv' (HEADER)")
db.close()

used = resource.getrusage(resource.RUSAGE_SELF)
usage = {"cpuMs": (used.ru_utime + used.ru_stime) * 1000, "peakMb": used.ru_maxrss / 1024}
with open(os.environ["CUADRE_BENCH_USAGE"], "w") as file:
    json.dump(usage, file)
