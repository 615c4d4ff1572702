-- The /56 and /48 of an IPv6 network as digests, as basket.network is of the /64: one site has 65,536 of those.
alter table basket add column network_56 text;
alter table basket add column network_48 text;
create index basket_of_wide_network on basket (network_48) where network_48 is not null;
