-- Codes that work in the browser alone that requested them, and links in e-mails that log in.
alter table one_time_code add column browser_digest bytea;
alter table one_time_code drop constraint one_time_code_purpose_check;
alter table one_time_code add constraint one_time_code_purpose_check
  check (purpose in ('reset_password', 'handover', 'verify_email', 'new_email', 'old_email', 'second_factor',
    'second_factor_passed', 'login_link')) not valid;
