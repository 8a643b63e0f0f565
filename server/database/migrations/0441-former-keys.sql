-- works with 0399
-- What 0440-ascending-keys.sql has taken the place of.
alter table order_item drop constraint order_item_pkey, add constraint order_item_pkey primary key using index order_item_of_order;
drop index shop_order_pays_until_id_idx;
