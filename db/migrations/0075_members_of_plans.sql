-- How many people a membership is for, and whom its buyer chose on joining.
alter table membership_plan
  add column max_members int not null default 1 check (max_members between 1 and 12),
  -- How many of them may be adults; null: all.
  add column max_adults int check (max_adults between 1 and max_members);

-- People of the buyer's household who belong to it besides the buyer.
alter table joining add column member_ids int[] not null default '{}';
