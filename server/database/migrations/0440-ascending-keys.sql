-- works with 0399
-- concurrently
-- What an order takes in the database, once more (docs/decisions/0058-smaller-still.md). An order's id is nobody else's, and ids
-- grow with time: a key that begins with it grows at its end, where one that begins with the company is filled in the middle.
drop index concurrently if exists order_item_of_order;
create unique index concurrently order_item_of_order on order_item (order_id, position);
-- Orders that lapse at the same moment are few enough to be sorted as they are read.
drop index concurrently if exists shop_order_lapsing;
create index concurrently shop_order_lapsing on shop_order (pays_until) where state = 'pending';
