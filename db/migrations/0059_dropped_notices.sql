-- dropped: never to be sent. Its address does not exist, or what it says was over before it could be sent.
alter table notice drop constraint notice_state_check;
alter table notice add constraint notice_state_check check (state in ('waiting', 'stored', 'sent', 'dropped')) not valid;
