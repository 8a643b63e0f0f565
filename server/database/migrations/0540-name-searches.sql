-- works with 0531
-- concurrently
-- Names are found by their pieces (0001-ground.sql), as people and devices are: where the database's letters are those of ASCII
-- alone, no trigram of a Chinese name exists, and each search read all names. All companies' names are searched at once, so the
-- pieces are kept under the id that belongs to nobody.
drop index concurrently if exists company_search;
create index concurrently company_search on company
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', name)) with (gin_pending_list_limit = 256);
drop index concurrently if exists line_search;
create index concurrently line_search on line
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', name)) with (gin_pending_list_limit = 256);
drop index concurrently if exists invoice_search;
create index concurrently invoice_search on invoice
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', title)) with (gin_pending_list_limit = 256);
-- Of the titles that wait to be issued, few among all, an index of their own tells.
drop index concurrently if exists invoice_asked_search;
create index concurrently invoice_asked_search on invoice
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', title)) with (gin_pending_list_limit = 256) where state = 'asked';
-- Who was seen last is found among the devices of all companies. A sign of life writes all indexes of a device as it is: with this
-- one it took as long as without (254 and 266 µs in the database, three times in turn, on a busy machine).
drop index concurrently if exists device_seen;
create index concurrently device_seen on device (platform, last_seen_at);
