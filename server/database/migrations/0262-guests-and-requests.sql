-- works with 0261
-- The end of a guest of which the managers were reminded, and the act by which a request was granted: undone, the request shows it.
alter table employee add column guest_told_of timestamptz(3);
alter table access_request add column activity_id uuid;
