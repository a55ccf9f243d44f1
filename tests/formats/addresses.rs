//! Files behind addresses: a server on this machine says what it is told to say, and keeps what it hears.

use std::io::{Read as _, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use csvchat::data::{DataError, ReadOptions, Source};

use super::told;
use crate::reading::{Read, try_read};
use crate::support::program::{Folder, of};

const TEXT: &str = "id,v\n1,10\n2,50\n";

/// A server that gives each connection one of the answers, and then no longer listens. What is empty says nothing.
struct Server {
    address: String,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn new(answers: Vec<Vec<u8>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let heard = Arc::new(Mutex::new(Vec::new()));
        let log = heard.clone();
        std::thread::spawn(move || {
            for answer in answers {
                let (mut stream, _) = listener.accept().unwrap();
                let mut request = Vec::new();
                let mut piece = [0; 1024];
                while !request.windows(4).any(|window| window == b"\r\n\r\n") {
                    match stream.read(&mut piece) {
                        Ok(0) | Err(_) => break,
                        Ok(count) => request.extend_from_slice(&piece[..count]),
                    }
                }
                log.lock().unwrap().push(String::from_utf8_lossy(&request).to_lowercase());
                if answer.is_empty() {
                    // Nothing is said until the other side is gone.
                    let _ = stream.read(&mut piece);
                }
                let _ = stream.write_all(&answer);
            }
        });
        Self { address, heard }
    }

    fn read(&self, path: &str) -> Result<Read, DataError> {
        let address = format!("{}{path}", self.address);
        try_read(&[Source::Path(address.into())], &ReadOptions::default())
    }

    fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }
}

/// An answer: its status line, its headers, and as much of its body as is sent.
fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("HTTP/1.1 {status}\r\nConnection: close\r\n{headers}\r\n").into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

fn whole(body: &[u8]) -> Vec<u8> {
    answer("200 OK", &format!("Content-Length: {}\r\nETag: \"a\"\r\n", body.len()), body)
}

/// The first bytes of a text whose length is said.
fn cut_at(length: usize, tag: &str) -> Vec<u8> {
    answer("200 OK", &format!("Content-Length: {}\r\n{tag}", TEXT.len()), &TEXT.as_bytes()[..length])
}

fn rest_from(start: usize, tag: &str, total: usize) -> Vec<u8> {
    let rest = &TEXT.as_bytes()[start..];
    let headers =
        format!("Content-Length: {}\r\nContent-Range: bytes {start}-{}/{total}\r\n{tag}", rest.len(), TEXT.len() - 1);
    answer("206 Partial Content", &headers, rest)
}

#[test]
fn a_file_is_downloaded_once_and_named_by_its_address() {
    let server = Server::new(vec![whole(TEXT.as_bytes())]);
    let read = server.read("/data/Sales%202024.csv?key=1").unwrap();
    assert_eq!(read.value("SELECT sum(v) FROM data"), "60");
    assert_eq!(read.dataset().format, "csv");
    assert!(read.dataset().alias.as_deref().unwrap().starts_with("sales"), "{:?}", read.dataset().alias);
    let heard = &server.heard()[0];
    assert!(heard.starts_with("get /data/sales%202024.csv?key=1 http/1.1\r\n"), "{heard}");
    assert!(!heard.contains("cookie") && !heard.contains("authorization"), "{heard}");
}

#[test]
fn what_comes_is_told_by_content() {
    let packed = std::fs::read(super::fixture("one.zip")).unwrap();
    assert_eq!(Server::new(vec![whole(&packed)]).read("/x").unwrap().dataset().format, "csv.zip");
    let page = b"<!DOCTYPE html><html>log in</html>";
    assert_eq!(Server::new(vec![whole(page)]).read("/x.csv").err().unwrap().code(), "not_csv_html");
}

#[test]
fn a_cut_download_goes_on_where_it_stopped() {
    let tag = "ETag: \"a\"\r\n";
    let server = Server::new(vec![cut_at(7, tag), rest_from(7, tag, TEXT.len())]);
    assert_eq!(server.read("/x.csv").unwrap().value("SELECT sum(v) FROM data"), "60");
    let heard = &server.heard()[1];
    assert!(heard.contains("range: bytes=7-\r\n") && heard.contains("if-range: \"a\"\r\n"), "{heard}");
    // Nothing tells the states of a file apart: it is downloaded anew.
    let server = Server::new(vec![cut_at(7, ""), cut_at(TEXT.len(), "")]);
    assert_eq!(server.read("/x.csv").unwrap().value("SELECT sum(v) FROM data"), "60");
    assert!(!server.heard()[1].contains("range:"), "{:?}", server.heard());
    // The server knows no parts.
    let server = Server::new(vec![cut_at(7, tag), cut_at(TEXT.len(), tag)]);
    assert_eq!(server.read("/x.csv").unwrap().value("SELECT sum(v) FROM data"), "60");
}

#[test]
fn a_file_that_changed_meanwhile_is_refused() {
    let (a, b) = ("ETag: \"a\"\r\n", "ETag: \"b\"\r\n");
    for second in [
        cut_at(TEXT.len(), b),
        rest_from(7, b, TEXT.len()),
        rest_from(9, a, TEXT.len()),
        rest_from(7, a, TEXT.len() + 1),
        answer("416 Range Not Satisfiable", "", b""),
    ] {
        let server = Server::new(vec![cut_at(7, a), second]);
        assert_eq!(server.read("/x.csv").err().unwrap().code(), "file_changed");
    }
}

#[test]
fn a_status_is_said() {
    for (status, words) in [
        ("404 Not Found", "the server answered 404 Not Found; check the address"),
        ("403 Forbidden", "the server answered 403 Forbidden; csvchat sends no key"),
        ("204 No Content", "the server answered 204 No Content"),
    ] {
        let error = Server::new(vec![answer(status, "", b"")]).read("/x.csv").err().unwrap();
        assert_eq!(error.code(), "http_status", "{status}");
        assert!(told(&error).contains(words), "{}", told(&error));
    }
    let busy = || answer("503 Service Unavailable", "", b"");
    let server = Server::new(vec![busy(), whole(TEXT.as_bytes())]);
    assert_eq!(server.read("/x.csv").unwrap().dataset().rows, 2);
    let error = Server::new(vec![busy(); 5]).read("/x.csv").err().unwrap();
    assert_eq!(error.code(), "download_failed");
    assert!(told(&error).contains("failed 5 times, at last because the server answered 503"), "{}", told(&error));
    let huge = answer("200 OK", "Content-Length: 99999999999999\r\n", b"");
    assert_eq!(Server::new(vec![huge]).read("/x.csv").err().unwrap().code(), "too_large");
}

#[test]
fn a_server_that_is_not_trusted_is_asked_once() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://{}/a.csv", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(0));
    let count = asked.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            *count.lock().unwrap() += 1;
            // What a server says that does not speak TLS.
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 1024]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let error = try_read(&[Source::Path(address.into())], &ReadOptions::default()).map(|_| ()).unwrap_err();
    assert_eq!(error.code(), "untrusted_server");
    assert!(error.to_string().contains("the server does not speak TLS at this port"), "{error}");
    assert!(error.hint().unwrap().contains("SSL_CERT_FILE"));
    assert_eq!(*asked.lock().unwrap(), 1);
}

#[test]
fn redirects_are_followed_where_they_are_meant() {
    let moved = |place: &str| answer("302 Found", &format!("Location: {place}\r\n"), b"");
    let server = Server::new(vec![moved("/there.csv"), whole(TEXT.as_bytes())]);
    assert_eq!(server.read("/here").unwrap().dataset().rows, 2);
    assert!(server.heard()[1].starts_with("get /there.csv "), "{:?}", server.heard());
    let error = Server::new(vec![moved("http://example.invalid/x")]).read("/x").err().unwrap();
    assert_eq!(error.code(), "insecure_url");
    let error = Server::new(vec![moved("/x"); 7]).read("/x").err().unwrap();
    assert!(told(&error).contains("leads on more than 5 times"), "{}", told(&error));
}

#[test]
fn addresses_that_are_not_fetched_say_why() {
    for (address, code) in [
        ("http://example.invalid/a.csv", "insecure_url"),
        ("ftp://example.invalid/a.csv", "is_url"),
        ("https://user:secret@example.invalid/a.csv", "url_password"),
    ] {
        let error = try_read(&[Source::Path(address.into())], &ReadOptions::default()).err().unwrap();
        assert_eq!(error.code(), code, "{address}");
    }
}

#[test]
fn a_silent_server_is_left_at_the_time_limit() {
    let server = Server::new(vec![Vec::new()]);
    let start = Instant::now();
    let address = format!("{}/x.csv", server.address);
    let ran = Folder::new().run(&["ask", &address, "SQL: select 1", "--timeout", "1s", "-q"]);
    assert_eq!(ran.code, 6, "{}", ran.stderr);
    assert!(start.elapsed() < Duration::from_secs(15));
}

#[test]
fn the_program_takes_an_address_for_a_file() {
    let server = Server::new(vec![whole(TEXT.as_bytes())]);
    let folder = Folder::new();
    let address = format!("{}/x.csv", server.address);
    let ran = folder.run(&["ask", &address, "SQL: select sum(v) as total from x", "-q", "-f", "ndjson"]).expect(0);
    let events = ran.events();
    assert_eq!(of(&events, "dataset")[0]["name"], "x.csv");
    assert_eq!(of(&events, "dataset")[0]["path"], address);
    assert_eq!(of(&events, "table")[0]["rows"], serde_json::json!([[60]]));
    assert_eq!(folder.scratch(), [""; 0]);
}

#[test]
fn what_an_address_grants_stands_nowhere() {
    let secret = "Zk3vQ9planted";
    let folder = Folder::new();
    for format in ["ndjson", "md", "html"] {
        let server = Server::new(vec![whole(TEXT.as_bytes())]);
        let address = format!("{}/s.csv?format=csv&X-Signature={secret}", server.address);
        let ran = folder.run(&["analyze", &address, "-m", "builtin", "-f", format, "-v"]).expect(0);
        assert!(server.heard()[0].contains(&secret.to_lowercase()), "the server is asked in full");
        assert!(!ran.stdout.contains(secret) && !ran.stderr.contains(secret), "{}\n{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("X-Signature=..."), "{}", ran.stdout);
    }
    let gone = Server::new(vec![answer("404 Not Found", "", b"")]);
    let ran = folder.run(&["ask", &format!("{}/s.csv?token={secret}", gone.address), "SQL: from data"]).expect(3);
    assert!(!ran.stdout.contains(secret) && !ran.stderr.contains(secret), "{}", ran.stderr);
    assert!(ran.stderr.contains("s.csv?token=..."), "{}", ran.stderr);
}
