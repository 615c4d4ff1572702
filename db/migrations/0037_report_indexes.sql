-- Reports read the waits of a venue's sessions whatever has become of them, and the memberships of a venue.
create index waitlist_of_occurrence on waitlist_entry (occurrence_id);
create index membership_of_venue on membership (venue_id, starts_on);
