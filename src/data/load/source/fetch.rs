//! Downloads a file from an `https://` address into the scratch folder. The only file of `data/` that uses the network,
//! and the only one that names `reqwest`; what it fetches is an address that the user named as a file.
//!
//! Sends no key, no cookie and no name of the user. Follows few redirects, never from TLS to plain text and never from the
//! public network into a private one. A transfer that was cut goes on where it stopped, if the server proves that the
//! file is still the same; one that cannot be proven whole is not used.

mod address;

use std::error::Error;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::net::IpAddr;
use std::path::PathBuf;

use reqwest::header::{
    ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, ETAG, HeaderMap, HeaderName, IF_RANGE, LAST_MODIFIED, LOCATION,
    RANGE,
};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode, Url};
use tokio::time::{sleep, timeout};

pub use address::without_keys;

use super::Job;
use crate::data::DataError;
use crate::limits::{self, CONNECT_TIMEOUT};
use crate::system::tls;

/// The name of the file that an address leads to, for the table's name.
pub(super) fn file_name(address: &str) -> PathBuf {
    let name = Url::parse(address).ok().and_then(|url| {
        let last = url.path_segments()?.rfind(|segment| !segment.is_empty())?.to_owned();
        Some(last)
    });
    PathBuf::from(name.unwrap_or_else(|| "download".to_owned()))
}

/// Downloads the file; its path in the scratch folder.
pub(super) fn fetch(address: &str, job: &Job<'_>) -> Result<PathBuf, DataError> {
    let url = checked(address, job)?;
    let failed = |error: std::io::Error| job.error("download_failed", crate::system::reason(&error), "");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(async {
        let stopped = async {
            loop {
                job.go_on()?;
                sleep(limits::WATCH_EVERY).await;
            }
        };
        tokio::select! {
            fetched = Download::of(url, job)?.run() => fetched,
            stopped = stopped => stopped,
        }
    })
}

/// The address, if it may be fetched.
fn checked(address: &str, job: &Job<'_>) -> Result<Url, DataError> {
    let url = Url::parse(address).map_err(|error| job.error("is_url", format!("is no valid address: {error}"), ""))?;
    if !url.username().is_empty() || url.password().is_some() {
        let hint = "download the file first, with a program that keeps passwords, and name the file";
        return Err(job.error(
            "url_password",
            "the address holds a name or a password, which csvchat sends to nobody",
            hint,
        ));
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback(&url) => Ok(url),
        "http" => {
            let shown = without_keys(address);
            let secure = shown.replacen("http://", "https://", 1);
            let reason = "anybody on the way can read and change what comes over http";
            Err(job.error("insecure_url", reason, &format!("try {secure}, or download it first: curl -fLO {shown}")))
        }
        scheme => {
            let reason = format!("csvchat reads files and https addresses, not {scheme}");
            Err(job.error("is_url", reason, "download it first, and name the file"))
        }
    }
}

/// A download, as far as it has come.
struct Download<'a> {
    job: &'a Job<'a>,
    url: Url,
    client: Client,
    path: PathBuf,
    file: File,
    received: u64,
    /// The whole length, once the server has said it.
    total: Option<u64>,
    /// By which the server tells one state of the file from another.
    state: Option<String>,
}

/// Why a part of the file did not come, and what it means.
enum Fault {
    /// Another attempt may help.
    Again(String),
    /// None will.
    End(DataError),
}

impl<'a> Download<'a> {
    fn of(url: Url, job: &'a Job<'a>) -> Result<Self, DataError> {
        // An error says that there is a provider already, which will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder()
            .redirect(Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .user_agent(concat!("csvchat/", env!("CARGO_PKG_VERSION")));
        if is_loopback(&url) {
            builder = builder.no_proxy();
        }
        if url.scheme() == "http" {
            builder = builder.tls_certs_only([]);
        }
        let client = builder.build().map_err(|error| job.error("download_failed", innermost(&error), ""))?;
        let path = job.place("download");
        let file = job.create(&path)?;
        Ok(Self { job, url, client, path, file, received: 0, total: None, state: None })
    }

    /// Downloads the file, with a new attempt where one was cut.
    async fn run(mut self) -> Result<PathBuf, DataError> {
        let mut attempt = 1;
        loop {
            let why = match self.part().await {
                Ok(()) => return Ok(self.path),
                Err(Fault::End(error)) => return Err(error),
                Err(Fault::Again(why)) => why,
            };
            if attempt == limits::FETCH_ATTEMPTS {
                let reason = format!("the download failed {attempt} times, at last because {why}");
                return Err(self.job.error(
                    "download_failed",
                    reason,
                    "try again later, or download it with another program",
                ));
            }
            sleep(limits::FETCH_PAUSE * attempt).await;
            attempt += 1;
        }
    }

    /// Asks for what is missing, and takes what comes.
    async fn part(&mut self) -> Result<(), Fault> {
        if self.received > 0 && self.state.is_none() {
            // Nothing would prove that the rest belongs to what is there.
            self.start_over()?;
        }
        let mut response = self.ask().await?;
        self.judge(&response)?;
        loop {
            let chunk = match timeout(limits::FETCH_IDLE, response.chunk()).await {
                Err(_) => return Err(Fault::Again(format!("nothing came for {} s", limits::FETCH_IDLE.as_secs()))),
                Ok(Err(error)) => return Err(Fault::Again(format!("the connection was cut ({})", innermost(&error)))),
                Ok(Ok(chunk)) => chunk,
            };
            let Some(chunk) = chunk else { break };
            self.received += chunk.len() as u64;
            self.bound(self.received)?;
            self.job.progress.add(chunk.len());
            self.file.write_all(&chunk).map_err(|error| Fault::End(self.job.scratch_error(error)))?;
        }
        match self.total {
            Some(total) if self.received < total => Err(Fault::Again("the file ended before its end".to_owned())),
            Some(total) if self.received > total => {
                Err(self.end("download_failed", "the server sent more than it said", "try again later"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Sends the request, and follows where the server leads.
    async fn ask(&self) -> Result<Response, Fault> {
        let mut url = self.url.clone();
        for _ in 0..=limits::FETCH_REDIRECTS {
            let mut request = self.client.get(url.clone()).header(ACCEPT_ENCODING, "identity");
            if let Some(state) = self.state.as_ref().filter(|_| self.received > 0) {
                request = request.header(RANGE, format!("bytes={}-", self.received)).header(IF_RANGE, state);
            }
            let response = match timeout(limits::FETCH_IDLE, request.send()).await {
                Err(_) => return Err(Fault::Again(format!("nothing came for {} s", limits::FETCH_IDLE.as_secs()))),
                Ok(Err(error)) => return Err(self.unreached(&error, &url)),
                Ok(Ok(response)) => response,
            };
            if !response.status().is_redirection() || response.status() == StatusCode::NOT_MODIFIED {
                return Ok(response);
            }
            let target = text(response.headers(), &LOCATION).and_then(|target| url.join(target).ok());
            let Some(target) = target else {
                return Err(self.end("http_status", "the server leads elsewhere, but does not say where to", ""));
            };
            self.follow(&target)?;
            url = target;
        }
        let reason = format!("the server leads on more than {} times", limits::FETCH_REDIRECTS);
        Err(self.end("http_status", &reason, "open the address in a browser, and name the file that it ends at"))
    }

    /// Why a server could not be asked. One that is not trusted will not be the next time.
    fn unreached(&self, error: &reqwest::Error, url: &Url) -> Fault {
        let place = url.host_str().unwrap_or_default();
        match tls::fault(error) {
            Some(words) => {
                let hint = "SSL_CERT_FILE names a file of the certificates to trust; check the clock too";
                self.end("untrusted_server", &format!("{place} is not trusted: {words}"), hint)
            }
            None => Fault::Again(format!("{place} could not be reached ({})", innermost(error))),
        }
    }

    /// Fails where a redirect leads somewhere that the user did not mean.
    fn follow(&self, target: &Url) -> Result<(), Fault> {
        let place = target.origin().ascii_serialization();
        if target.scheme() != "https" && (self.url.scheme() == "https" || !is_loopback(target)) {
            let reason =
                format!("the server leads to {place}, where anybody on the way can read and change what comes");
            return Err(self.end("insecure_url", &reason, "download it first, if you trust it"));
        }
        if is_private(target) && !is_private(&self.url) {
            let reason = format!("the server leads to {place}, which is no public host");
            return Err(self.end("insecure_url", &reason, "name that address itself, if you mean it"));
        }
        Ok(())
    }

    /// What the status and the headers say of the part that comes.
    fn judge(&mut self, response: &Response) -> Result<(), Fault> {
        let headers = response.headers();
        let state = state_of(headers);
        match response.status() {
            StatusCode::OK => {
                if self.received > 0 {
                    if state != self.state {
                        return Err(self.changed());
                    }
                    // The server cannot send a part of a file.
                    self.start_over()?;
                }
                self.state = state;
                self.total = text(headers, &CONTENT_LENGTH).and_then(|length| length.parse().ok());
                self.bound(self.total.unwrap_or_default())
            }
            StatusCode::PARTIAL_CONTENT if self.received > 0 => {
                let range = text(headers, &CONTENT_RANGE).and_then(range);
                let Some((start, total)) = range else {
                    return Err(self.end("download_failed", "the server does not say which part it sends", ""));
                };
                let same = state.is_none() || state == self.state;
                if !same || start != self.received || (self.total.is_some() && total.is_some() && total != self.total) {
                    return Err(self.changed());
                }
                self.total = self.total.or(total);
                Ok(())
            }
            StatusCode::RANGE_NOT_SATISFIABLE if self.received > 0 => Err(self.changed()),
            status => Err(self.refusal(status)),
        }
    }

    /// What a status means that is no answer.
    fn refusal(&self, status: StatusCode) -> Fault {
        let words = format!("the server answered {}", named(status));
        if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::REQUEST_TIMEOUT
        {
            return Fault::Again(words);
        }
        let hint = match status.as_u16() {
            401 | 403 | 407 => "csvchat sends no key; log in with another program, download the file, and name it",
            404 | 410 => "check the address; open it in a browser",
            _ => "open the address in a browser",
        };
        self.end("http_status", &words, hint)
    }

    fn bound(&self, length: u64) -> Result<(), Fault> {
        if length <= limits::FETCH_BYTES {
            return Ok(());
        }
        let reason = format!("is larger than {} bytes, which is all that csvchat downloads", limits::FETCH_BYTES);
        Err(self.end("too_large", &reason, "download it first, and name the file"))
    }

    fn start_over(&mut self) -> Result<(), Fault> {
        self.received = 0;
        self.total = None;
        self.state = None;
        let emptied = self.file.set_len(0).and_then(|()| self.file.seek(SeekFrom::Start(0)));
        emptied.map(|_| ()).map_err(|error| Fault::End(self.job.scratch_error(error)))
    }

    fn changed(&self) -> Fault {
        self.end(
            "file_changed",
            "the file changed while it was being downloaded",
            "run again once nothing writes to it",
        )
    }

    fn end(&self, code: &'static str, reason: &str, hint: &str) -> Fault {
        Fault::End(self.job.error(code, reason, hint))
    }
}

/// A tag that changes whenever a byte does, or the time of the last change.
fn state_of(headers: &HeaderMap) -> Option<String> {
    let tag = text(headers, &ETAG).filter(|tag| !tag.starts_with("W/"));
    tag.or_else(|| text(headers, &LAST_MODIFIED)).map(str::to_owned)
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// First byte and whole length of `bytes 10-99/100`.
fn range(text: &str) -> Option<(u64, Option<u64>)> {
    let (part, total) = text.strip_prefix("bytes ")?.split_once('/')?;
    Some((part.split_once('-')?.0.parse().ok()?, total.parse().ok()))
}

/// `404 Not Found`
fn named(status: StatusCode) -> String {
    let reason = status.canonical_reason().map(|reason| format!(" {reason}")).unwrap_or_default();
    format!("{}{reason}", status.as_u16())
}

/// The cause of all causes, without the number that the system gives it.
fn innermost(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string().split(" (os error").next().unwrap_or_default().to_owned()
}

fn ip(url: &Url) -> Option<IpAddr> {
    url.host_str()?.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

fn is_loopback(url: &Url) -> bool {
    url.host_str() == Some("localhost") || ip(url).is_some_and(|ip| ip.is_loopback())
}

/// Whether an address is on this machine or in a network of its own.
fn is_private(url: &Url) -> bool {
    let own = |ip| match ip {
        IpAddr::V4(ip) => ip.is_private() || ip.is_link_local() || ip.is_unspecified(),
        IpAddr::V6(ip) => ip.is_unique_local() || ip.is_unicast_link_local() || ip.is_unspecified(),
    };
    is_loopback(url) || ip(url).is_some_and(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_the_path() {
        for (address, name) in [
            ("https://example.org/a/b.csv?x=1#y", "b.csv"),
            ("https://example.org/a/", "a"),
            ("https://example.org", "download"),
        ] {
            assert_eq!(file_name(address), PathBuf::from(name));
        }
    }

    #[test]
    fn networks_are_told_apart() {
        let url = |text: &str| Url::parse(text).unwrap();
        for private in [
            "http://localhost/",
            "https://127.0.0.2/",
            "https://[::1]/",
            "https://10.0.0.1/",
            "https://169.254.169.254/",
        ] {
            assert!(is_private(&url(private)), "{private}");
        }
        for public in ["https://example.org/", "https://1.1.1.1/", "https://localhost.example/"] {
            assert!(!is_private(&url(public)), "{public}");
        }
        assert_eq!(range("bytes 10-99/100"), Some((10, Some(100))));
        assert_eq!(range("bytes 10-99/*"), Some((10, None)));
        assert_eq!(range("pages 1-2/3"), None);
    }
}
