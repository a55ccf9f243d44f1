//! Sends a request and reads the reply as a stream of events: the only file that touches the network.
