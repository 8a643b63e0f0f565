-- works with 0360
-- What 0398-leaner-indexes.sql has taken the place of. A program from before finds the same rows, if more slowly.
alter table shop_order drop constraint shop_order_company_id_request_key_key;
drop index shop_order_company_id_created_at_id_idx, shop_order_company_id_state_created_at_id_idx,
  shop_order_company_id_product_created_at_id_idx, shop_order_company_id_kind_created_at_id_idx,
  shop_order_created_at_id_idx, shop_order_state_created_at_id_idx,
  order_event_company_id_order_id_id_idx, activity_company_id_subject_id_id_idx, activity_company_id_action_id_idx;
-- Folding goes by the primary key, which has the same order: folded rows are as few as there are states.
drop index order_count_id_idx;
