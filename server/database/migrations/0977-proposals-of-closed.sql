-- works with 0951
-- Drafts and sent proposals of companies that were closed before. From now on the closing withdraws them.
update proposal set state = 'withdrawn', reason = '企业已注销', updated_at = now()
where state in ('draft', 'sent') and company_id in (select id from company where closed_at is not null);
