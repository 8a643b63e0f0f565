-- works with 0360
-- Vouches for when an open connection was last heard of, as the other marks do for what its links tell: nobody without the portal's
-- key can let it end at another moment. A program from before writes none; the next heartbeat does.
alter table connection add column seen_mark bytea;
