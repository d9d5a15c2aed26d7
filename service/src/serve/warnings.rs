//! Warnings about valid options that are risky on a server that strangers can reach.

use super::args::Args;

pub fn warnings(args: &Args) -> Vec<String> {
    let mut found = Vec::new();
    if args.listen.is_public() && args.tls_certificate.is_none() {
        found.push(format!(
            "--listen {}: other machines can reach it, and nothing is encrypted, not even tokens; give \
             --tls-certificate and --tls-key, or listen on an address of this machine behind a proxy that encrypts",
            args.listen
        ));
    }
    if args.token_file.is_some() && args.anonymous_per_minute.is_none() {
        found.push(
            "--token-file: clients without a token have no quota; give --anonymous-per-minute, 0 to turn them away"
                .to_owned(),
        );
    }
    if let Some(admin) = args.admin_listen.as_ref().filter(|admin| admin.is_public()) {
        found.push(format!(
            "--admin-listen {admin}: other machines can reach it, and it asks for no token; give an address of this \
             machine"
        ));
    }
    for network in args.trusted_proxy.iter().filter(|network| network.prefix_len() == 0) {
        found.push(format!(
            "--trusted-proxy {network}: every client counts as a trusted proxy, and can evade all limits by naming \
             other addresses as its own; name your proxies alone"
        ));
    }
    found
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Program {
        #[command(flatten)]
        args: Args,
    }

    /// Returns the names of the options that cause warnings.
    fn warned(args: &str) -> Vec<String> {
        let args = Program::parse_from(std::iter::once("serve").chain(args.split_whitespace())).args;
        warnings(&args).iter().map(|text| text.split([' ', ':']).next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn what_strangers_reach_is_encrypted_and_has_quotas() {
        assert!(warned("").is_empty() && warned("--listen unix:/run/peatee --admin-listen systemd").is_empty());
        assert!(warned("--listen [::1]:443 --token-file t --anonymous-per-minute 0").is_empty());
        assert_eq!(warned("--listen 0.0.0.0:80"), ["--listen"]);
        assert!(warned("--listen 0.0.0.0:443 --tls-certificate c --tls-key k").is_empty());
        assert_eq!(warned("--listen [::]:80 --token-file t --admin-listen 192.0.2.1:9464").len(), 3);
        assert_eq!(warned("--token-file t"), ["--token-file"]);
        assert_eq!(warned("--trusted-proxy 10.0.0.0/8,0.0.0.0/0,::/0"), ["--trusted-proxy", "--trusted-proxy"]);
        assert_eq!(warned("--admin-listen 0.0.0.0:9464"), ["--admin-listen"]);
    }
}
