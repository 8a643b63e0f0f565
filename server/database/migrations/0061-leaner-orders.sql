-- works with 0054
-- What each order paid for and nothing needed (docs/decisions/0006-shop.md). All of it changes the catalogue alone.
--
-- A sku keeps its goods, place and way for good, and none of these is deleted while a sku names it: the item's reference to its
-- sku keeps the other three as well. Each of them locked a row that all orders share.
alter table order_item
  drop constraint order_item_category_id_fkey,
  drop constraint order_item_region_id_fkey,
  drop constraint order_item_access_way_id_fkey;
-- An entry is written with what it tells of, which refers to its company.
alter table activity drop constraint activity_company_id_fkey;
-- The history is only ever read by its order, whose index has the same columns.
alter table order_event drop constraint order_event_pkey;
