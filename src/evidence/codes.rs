//! Codes of places that texts write out: `MN` for Minnesota, `DE` for Germany.
//!
//! Uses `table`. A column holds codes of one kind where all that is known of it are such codes; a code alone may be anything.
//! The codes are those of the United States Postal Service, and of ISO 3166-1 for the countries that data name most.

use crate::table::{Cell, Table};

/// Different codes that a column holds at least.
const CODES: usize = 3;

const STATES: &str = "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,\
    DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,\
    LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,\
    NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,\
    OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,\
    TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming";

const COUNTRIES: &str = "AE United Arab Emirates,AR Argentina,AT Austria,AU Australia,BE Belgium,BG Bulgaria,BR Brazil,\
    CA Canada,CH Switzerland,CL Chile,CN China,CO Colombia,CZ Czechia,DE Germany,DK Denmark,EE Estonia,EG Egypt,ES Spain,\
    FI Finland,FR France,GB United Kingdom,GR Greece,HK Hong Kong,HR Croatia,HU Hungary,ID Indonesia,IE Ireland,IL Israel,\
    IN India,IT Italy,JP Japan,KE Kenya,KR South Korea,LT Lithuania,LU Luxembourg,LV Latvia,MA Morocco,MX Mexico,MY Malaysia,\
    NG Nigeria,NL Netherlands,NO Norway,NZ New Zealand,PE Peru,PH Philippines,PK Pakistan,PL Poland,PT Portugal,RO Romania,\
    RS Serbia,RU Russia,SA Saudi Arabia,SE Sweden,SG Singapore,SI Slovenia,SK Slovakia,TH Thailand,TR Turkey,TW Taiwan,\
    UA Ukraine,UK United Kingdom,US United States,VN Vietnam,ZA South Africa";

/// The codes that a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Codes(&'static str);

impl Codes {
    /// Those of a column; none where it holds anything else, or what may be of both kinds where its name does not say which.
    #[must_use]
    pub fn of(table: &Table, index: usize) -> Option<Self> {
        let mut known: Vec<&str> = Vec::new();
        for cell in table.rows.iter().filter_map(|row| row.get(index)).filter(|cell| !cell.is_null()) {
            let Cell::Text(text) = cell else { return None };
            if text.len() != 2 {
                return None;
            }
            if !known.contains(&text.as_str()) {
                known.push(text);
            }
        }
        let all = |codes: &Self| known.iter().all(|code| codes.name(code).is_some());
        let name = table.columns.get(index)?.to_lowercase();
        let mut kinds: Vec<Self> = [Self(COUNTRIES), Self(STATES)].into_iter().filter(all).collect();
        let named = [("country", COUNTRIES), ("nation", COUNTRIES), ("state", STATES), ("province", STATES)];
        if let Some((_, kind)) = named.iter().find(|(word, _)| name.contains(word)) {
            kinds.retain(|codes| codes.0 == *kind);
        }
        let only = kinds.pop().filter(|_| kinds.is_empty());
        only.filter(|_| known.len() >= CODES)
    }

    /// What a code stands for.
    #[must_use]
    pub fn name(&self, code: &str) -> Option<&'static str> {
        self.0.split(',').find_map(|pair| pair.trim_start().strip_prefix(code)?.strip_prefix(' '))
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::table;
    use super::*;

    #[test]
    fn codes_of_one_kind_stand_for_places() {
        let names =
            |rows: &[&str], code: &str| Codes::of(&table("place|n", rows), 0).and_then(|codes| codes.name(code));
        assert_eq!(names(&["MN|1", "TX|2", "NY|3"], "MN"), Some("Minnesota"));
        assert_eq!(names(&["DE|1", "FR|2", "GB|3"], "DE"), Some("Germany"));
        assert_eq!(names(&["DE|1", "TX|2", "NY|3"], "DE"), Some("Delaware"), "as the others are states");
        assert_eq!(names(&["CA|1", "CO|2", "IL|3"], "CA"), None, "California or Canada");
        let states = Codes::of(&table("state|n", &["CA|1", "CO|2", "IL|3"]), 0);
        assert_eq!(states.and_then(|codes| codes.name("CA")), Some("California"));
        assert_eq!(names(&["MN|1", "XX|2", "NY|3"], "MN"), None);
        assert_eq!(names(&["MN|1", "TX|2"], "MN"), None, "two are no kind");
    }
}
