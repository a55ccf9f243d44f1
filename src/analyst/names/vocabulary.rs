//! The words that names are judged by, in lower case. Lists are one text each, with spaces between the words.

/// Money that can be summed.
pub(super) const MONEY: &str = "\
    revenue sales sale turnover amount profit income spend spending cost costs budget umsatz betrag \
    ventes montant importe ventas gewinn kosten gross net earnings expense expenses payment";

/// Other amounts that can be summed.
pub(super) const AMOUNTS: &str = "\
    quantity qty count counts units pieces visits visitors views clicks orders total population guests \
    passengers deaths cases births downloads impressions menge anzahl cantidad stock tickets goals hours \
    kwh pop";

/// Quantities that cannot be summed, whatever else the name says.
pub(super) const RATES: &str = "\
    rate ratio avg average mean median per pct percent price score index share max min temp temperature \
    rating marge margin percentage prix preis precio prob probability density speed age rank";

/// Quantities that are never below zero.
pub(super) const NEVER_NEGATIVE: &str = "\
    quantity qty count counts price age days hours minutes seconds duration distance length height width \
    depth weight mass area population rating visits visitors views clicks units pieces stock speed \
    passengers guests size volume rainfall precipitation downloads deaths births salary menge anzahl \
    preis cantidad";

/// Last words of names that tell rows apart.
pub(super) const IDENTIFIERS: &str = "\
    id ids key uuid guid code sku iata icao isbn ean number no nr ref pk";

/// What is warm or cold: behind these, `c` and `f` are degrees.
pub(super) const WARM: &str = "temp temperature temps dewpoint temperatur";

/// What lasts: behind these, `min` is minutes.
pub(super) const LASTING: &str = "\
    duration time wait waiting delay runtime running elapsed length travel trip ride walk stay session dauer break \
    pause commute downtime uptime";

/// Digits that are no quantity.
pub(super) const CODES: &str = "\
    zip zipcode postcode postal plz phone tel telephone fax mobile account iban ssn fips iso iso2 iso3 \
    code";

/// Last words of names whose numbers stand for groups.
pub(super) const GROUPS: &str = "\
    class type level group grade cluster pclass category kind tier segment status stage zone region \
    cabin month weekday quarter store";

/// Dates that are not when the row happened.
pub(super) const LATER: &str = "\
    birth birthday born updated modified due end expiry expires deleted closed delivered shipped \
    returned";

/// Files of these names do not say what a row is.
pub(super) const VAGUE: &str = "\
    data datasets rows records values results numbers dates tables files columns entries lines items \
    exports samples stats statistics metrics names thousands millions booleans markers words headers \
    details tests reports sheets lists logs outputs measures features variables observations \
    measurements inputs times ids zones timezones codes series news sales goods paths groups \
    categories types classes dups duplicates doubles copies parts pieces fractions percentages decimals numerics \
    bools flags texts strings ranks rankings";

/// Columns of these names hold names, but do not say of what.
pub(super) const VAGUE_ONES: &str = "\
    row record line entry index name title label text note remark comment description value column item msg message \
    unique primary foreign main own global internal external natural surrogate";

/// Words that are written in capitals.
pub(super) const ABBREVIATIONS: &str = "\
    id iata icao sku url gdp co2 ip vat isbn ean uuid bmi gps no2 pm10";

/// Units that may end a name, as they are written behind a figure, and whether the word stays part of the name.
pub(super) const UNITS: [(&str, &str, bool); 50] = [
    ("mm", "mm", false),
    ("cm", "cm", false),
    ("km", "km", false),
    ("miles", "miles", true),
    ("ft", "ft", false),
    ("feet", "ft", false),
    ("inches", "in", false),
    ("ha", "ha", false),
    ("km2", "km²", false),
    ("sqm", "m²", false),
    ("mg", "mg", false),
    ("g", "g", false),
    ("kg", "kg", false),
    ("lb", "lb", false),
    ("lbs", "lb", false),
    ("oz", "oz", false),
    ("ml", "ml", false),
    ("litres", "l", false),
    ("liters", "l", false),
    ("ms", "ms", false),
    ("sec", "s", false),
    ("secs", "s", false),
    ("seconds", "s", false),
    ("mins", "minutes", false),
    ("minutes", "minutes", false),
    ("hrs", "h", false),
    ("hours", "h", true),
    ("days", "days", true),
    ("weeks", "weeks", true),
    ("months", "months", true),
    ("years", "years", true),
    ("pct", "%", false),
    ("perc", "%", false),
    ("percent", "%", false),
    ("usd", "USD", false),
    ("eur", "EUR", false),
    ("gbp", "GBP", false),
    ("chf", "CHF", false),
    ("sek", "SEK", false),
    ("nok", "NOK", false),
    ("dkk", "DKK", false),
    ("jpy", "JPY", false),
    ("celsius", "°C", false),
    ("fahrenheit", "°F", false),
    ("kwh", "kWh", false),
    ("mwh", "MWh", false),
    ("kw", "kW", false),
    ("mph", "mph", false),
    ("kmh", "km/h", false),
    ("ppm", "ppm", false),
];
