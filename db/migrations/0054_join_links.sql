-- Where people who have booked take part online; '' where they do not. A session may have a link of its own: null is the
-- one of its activity.
alter table activity add column join_link text not null default '';
alter table occurrence add column join_link text;
