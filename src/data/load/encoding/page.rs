//! Code pages of DOS, which the web does not know: exports of old programs are written in them.
//!
//! Each has the characters of the bytes from 128; those below are ASCII. Pure.

/// A code page.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) struct Page {
    /// Its name.
    pub(in super::super) name: &'static str,
    /// The characters of the bytes from 128 to 255.
    upper: &'static str,
}

/// All that are known: of the United States, of Western and Central Europe, and of Western Europe with a euro sign.
pub(super) const PAGES: [Page; 4] = [
    Page {
        name: "cp437",
        upper: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
     └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    },
    Page {
        name: "cp850",
        upper: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
     └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    },
    Page {
        name: "cp852",
        upper: "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐\
     └┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}",
    },
    Page {
        name: "cp858",
        upper: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
     └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    },
];

impl Page {
    /// The page of this name: `cp437`, `ibm437`, `437`.
    pub(super) fn named(label: &str) -> Option<&'static Self> {
        let label = label.trim().to_ascii_lowercase().replace('-', "");
        let bare = ["ibm", "cp", "dos"].iter().find_map(|word| label.strip_prefix(word)).unwrap_or(&label);
        PAGES.iter().find(|page| page.name.strip_prefix("cp") == Some(bare))
    }

    /// The character of a byte.
    pub(super) fn character(&self, byte: u8) -> char {
        match byte.checked_sub(128) {
            Some(at) => self.upper.chars().nth(usize::from(at)).unwrap_or(char::REPLACEMENT_CHARACTER),
            None => char::from(byte),
        }
    }

    /// A text of it.
    pub(in super::super) fn decode(&self, raw: &[u8]) -> String {
        let upper: Vec<char> = self.upper.chars().collect();
        let character = |byte: &u8| match byte.checked_sub(128) {
            Some(at) => upper.get(usize::from(at)).copied().unwrap_or(char::REPLACEMENT_CHARACTER),
            None => char::from(*byte),
        };
        raw.iter().map(character).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_a_character() {
        for page in &PAGES {
            assert_eq!(page.upper.chars().count(), 128, "{}", page.name);
        }
        let decoded = |label: &str, raw: &[u8]| Page::named(label).unwrap().decode(raw);
        assert_eq!(decoded("IBM437", b"K\x94ln \xda\xc4\xbf"), "Köln ┌─┐");
        assert_eq!(decoded("850", b"S\xc6o"), "São");
        assert_eq!(decoded("cp852", b"\x9d\xa2d\xab"), "Łódź");
        assert_eq!(decoded("cp-858", b"5 \xd5"), "5 €");
        assert_eq!(Page::named("cp1"), None);
    }
}
