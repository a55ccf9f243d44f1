//! Saved runs from anywhere: whatever their pictures hold, a file shows a chart or there is none.

use serde_json::Value;

use super::{change, names, one_chart, pictures};

const START: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"80\" \
                     height=\"40\" viewBox=\"0 0 80 40\">";

#[test]
fn what_could_run_load_or_link_is_in_no_file() {
    let folder = one_chart();
    let inside = "<script>alert(1)</script><image href=\"/etc/passwd\" width=\"9\" height=\"9\"/>\
                  <image xlink:href=\"http://evil.example/x.png\"/><use href=\"http://evil.example/x.svg#a\"/>\
                  <a xlink:href=\"javascript:alert(1)\"><text>x</text></a><foreignObject><p>x</p></foreignObject>\
                  <style>@import url(http://evil.example/x.css)</style><g onload=\"alert(1)\" style=\"fill:url(//evil.example)\">\
                  <rect width=\"30\" height=\"20\" fill=\"#2a6f9e\" onclick=\"alert(1)\"/></g></svg>";
    change(&folder, |plot| {
        plot["svg"] = Value::from(format!("{START}{inside}"));
        plot["title"] = "</title><script>alert(2)</script>\u{202e}".into();
        plot["alt"] =
            "](javascript:alert(3)) ![x](http://evil.example/y.png) <img src=x onerror=alert(4)>\n\n# x".into();
    });
    folder.run(&["render", "changed.ndjson", "-o", "r.md", "-o", "plots/"]).expect(0);
    folder.run(&["render", "changed.ndjson", "-o", "pixels/", "--plots", "png"]).expect(0);
    let inline = folder.run(&["render", "changed.ndjson", "--plots", "inline"]).expect(0).stdout;
    for picture in [folder.read("r_files/plot-1.svg"), folder.read("plots/plot-1.svg")] {
        assert!(picture.contains("#2a6f9e"));
        for word in [
            "<script",
            "javascript:\"",
            "href",
            "onload",
            "onclick",
            "<image",
            "<use",
            "<a ",
            "foreignObject",
            "@import",
            "url(",
            "\u{202e}",
        ] {
            assert!(!picture.contains(word), "{word}: {picture}");
        }
    }
    for markdown in [folder.read("r.md"), inline] {
        let shown = pictures(&markdown);
        assert_eq!(shown.len(), 1);
        assert!(
            shown[0].0 == "r_files/plot-1.svg" || shown[0].0.starts_with("data:image/svg+xml;base64,"),
            "{shown:?}"
        );
        assert!(shown[0].1.contains("](javascript:alert(3))"), "{shown:?}");
    }
}

#[test]
fn what_is_no_picture_of_a_chart_is_none() {
    let folder = one_chart();
    for svg in [
        String::new(),
        "<html><body>x</body></html>".to_owned(),
        "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><svg viewBox=\"0 0 9 9\"><text>&b;</text></svg>".to_owned(),
        format!("{START}{}{}</svg>", "<g>".repeat(50_000), "</g>".repeat(50_000)),
        START.replace("0 0 80 40", "0 0 1e30 1e30") + "</svg>",
        START.replace("0 0 80 40", "0 0 0 0") + "</svg>",
        START.replace("0 0 80 40", "NaN 0 80 40") + "</svg>",
        format!("{START}{}</svg>", " ".repeat(9_000_000)),
    ] {
        change(&folder, |plot| plot["svg"] = Value::from(svg.as_str()));
        for plots in ["svg", "png"] {
            let ran = folder.run(&["render", "changed.ndjson", "-o", "r.md", "--plots", plots]).expect(0);
            assert_eq!(
                ran.stderr,
                "csvchat: warning: the run holds something else than a picture that csvchat draws of chart 1\n"
            );
            assert!(folder.read("r.md").contains("```vega-lite") && !folder.has("r_files"));
            let ran = folder.run(&["render", "changed.ndjson", "-o", "plots/", "--plots", plots]).expect(3);
            assert!(ran.stderr.contains("[no_pictures]") && !folder.has("plots"), "{}", ran.stderr);
        }
    }
}

#[test]
fn pixels_are_bounded() {
    let folder = one_chart();
    let tile = |id: &str, fill: &str| {
        format!(
            "<pattern id=\"{id}\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\">{}</pattern>",
            format!("<rect width=\"1\" height=\"1\" fill=\"{fill}\"/>").repeat(20)
        )
    };
    let nested: String = (0..12)
        .map(|step| tile(&format!("p{step}"), &format!("url(#p{})", step + 1)))
        .chain([tile("p12", "red")])
        .collect();
    let layers = |count: usize| {
        "<g opacity=\"0.9\">".repeat(count) + "<rect width=\"99999\" height=\"99999\"/>" + &"</g>".repeat(count)
    };
    // How fast a machine is decides whether the first ones are drawn in time; that they end is what counts.
    for (svg, may_be_drawn) in [
        (START.replace("0 0 80 40", "0 0 99999 99999") + "<rect width=\"9\" height=\"9\"/></svg>", true),
        (START.replace("0 0 80 40", "0 0 20000 20000") + &layers(3) + "</svg>", true),
        (format!("{START}<path d=\"M0,0{}\"/></svg>", "l1,1".repeat(1_000_000)), true),
        (format!("{START}<line x2=\"1e9\" stroke=\"red\" stroke-dasharray=\"0.001\"/></svg>"), true),
        (format!("{START}<text font-size=\"1e9\" x=\"1\" y=\"9\">x</text></svg>"), true),
        // Forty thousand layers as large as the picture would take minutes.
        (START.replace("0 0 80 40", "0 0 2000 2000") + &layers(1).repeat(40_000) + "</svg>", false),
        (format!("{START}<defs>{nested}</defs><rect width=\"80\" height=\"40\" fill=\"url(#p0)\"/></svg>"), false),
    ] {
        change(&folder, |plot| plot["svg"] = Value::from(svg.as_str()));
        let ran = folder.run(&["render", "changed.ndjson", "-o", "r.md", "--plots", "png"]).expect(0);
        if may_be_drawn && folder.has("r_files") {
            assert_eq!(names(&folder.path("r_files")), ["plot-1.png"], "{}", ran.stderr);
            assert_eq!(ran.stderr, "");
        } else {
            assert!(ran.stderr.contains("too much time or memory for chart 1"), "{}", ran.stderr);
            assert!(!folder.has("r_files") && folder.read("r.md").contains("```vega-lite"));
        }
    }
}
