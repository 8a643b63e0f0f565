-- works with 0805
-- concurrently
-- An order is written past the conditions of each of these. What was paid is always asked for without top-ups, which
-- shop_order_sold answers, and of what was invoiced, orders of which something went back: 0101-red-invoices.sql.
drop index concurrently if exists shop_order_paid_at_payable_idx;
drop index concurrently if exists shop_order_company_id_invoice_id_idx1;
