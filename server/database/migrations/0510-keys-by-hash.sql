-- works with 0481
-- concurrently
-- What an order takes in the database, once more (docs/decisions/0070-keys-by-hash.md). A key of company, text and id is 52 bytes
-- and fills its pages to a half, because the company's part grows in the middle; the 64 bits that company and text are hashed to
-- take a third of it. Two of the same 64 bits are told apart by the columns themselves, except the keys of requests, where the
-- second is refused: one time in 400,000 with ten million orders. An older program lists by action more slowly.
drop index concurrently if exists activity_of_action;
create index concurrently activity_of_action on activity (hashtextextended(action, uuid_hash_extended(company_id, 0)), id);
drop index concurrently if exists activity_by_action;
drop index concurrently if exists shop_order_of_request;
create unique index concurrently shop_order_of_request
  on shop_order (hashtextextended(request_key, uuid_hash_extended(company_id, 0)));
drop index concurrently if exists shop_order_request;
