-- Which network a basket of somebody without a proved address was filled from, as a digest. Cleared after some days.
alter table basket add column network text;
create index basket_of_network on basket (network) where network is not null;
