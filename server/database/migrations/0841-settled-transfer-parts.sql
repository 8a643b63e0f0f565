-- works with 0550
-- When money that had come in parts was settled outside the portal: it counts towards its transfer no more (`received`), while its line
-- of the statement stays known.
alter table transfer_part add column settled_at timestamptz(3);
