-- Proofs that customers upload.

create table document (
  id int generated always as identity (start with 71) primary key,
  operator_id int not null references operator,
  customer_id int not null references customer on delete cascade,
  -- A slug: `student-card`, or `profile-photo`.
  document_type text not null,
  file_key text not null unique,
  file_name text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'application/pdf')),
  size int not null check (size > 0),
  status text not null default 'in_review' check (status in ('in_review', 'accepted', 'refused')),
  -- Why it was refused, as its owner reads it.
  message text,
  uploaded_at timestamptz not null,
  -- The last valid day of an accepted document; null: does not expire.
  expires_on date,
  reviewed_by int references customer,
  reviewed_at timestamptz,
  -- Whether its owner was notified that it expires.
  expiry_notified boolean not null default false,
  import_key text,
  unique (operator_id, import_key)
);

create index document_of_customer on document (customer_id, document_type, id desc);
create index document_to_review on document (operator_id, uploaded_at) where status = 'in_review';
create index document_expiring on document (expires_on) where status = 'accepted' and not expiry_notified;
