-- Programs for mail draw no SVG: the logo at the head of messages is a picture of pixels.
alter table theme add column mail_logo text;
