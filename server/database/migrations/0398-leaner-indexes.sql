-- works with 0360
-- concurrently
-- What an order takes in the database (docs/decisions/0047-leaner-orders.md). Lists are ordered by the time, and what has the same
-- time is sorted as it is read, so an index needs no id behind the time. Orders have two kinds and three products, so a list by
-- these is found among the company's newest in one index. An id of a thing is nobody else's, so what belongs to a thing is found
-- by its id alone: such an index grows at its end, where one that begins with the company is filled in the middle.
drop index concurrently if exists shop_order_listed;
create index concurrently shop_order_listed on shop_order (company_id, created_at) include (kind, product, hidden);
-- Top-ups are the few among many: a list of them would go through all others.
drop index concurrently if exists shop_order_top_ups;
create index concurrently shop_order_top_ups on shop_order (company_id, created_at) where product = 'balance' and not hidden;
drop index concurrently if exists shop_order_by_state;
create index concurrently shop_order_by_state on shop_order (company_id, state, created_at) where not hidden;
drop index concurrently if exists shop_order_sales;
create index concurrently shop_order_sales on shop_order (created_at);
drop index concurrently if exists shop_order_sales_by_state;
create index concurrently shop_order_sales_by_state on shop_order (state, created_at);
-- Keys have up to 64 characters. Two keys of one company with the same 64 bits would take a company with a million orders one
-- time in 30 million; the second is then refused, and never taken for the first.
drop index concurrently if exists shop_order_request;
create unique index concurrently shop_order_request on shop_order (company_id, hashtextextended(request_key, 0));
drop index concurrently if exists order_event_of_order;
create index concurrently order_event_of_order on order_event (order_id);
drop index concurrently if exists activity_of_subject;
create index concurrently activity_of_subject on activity (subject_id, id) where subject_id is not null;
drop index concurrently if exists activity_by_action;
create index concurrently activity_by_action on activity (company_id, action, id);
