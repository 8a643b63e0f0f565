-- The company withdrew its request: nothing is returned, as after a rejection, so that every sum goes by the state alone.
-- works with 0028
alter table refund add column withdrawn boolean not null default false,
  add constraint withdrawn_is_rejected check (not withdrawn or state = 'rejected');
