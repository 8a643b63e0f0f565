/** Milliseconds. The longest delay of a notification, and a company's writers wait for nobody. */
export const announceEvery = 250
/** Milliseconds between checks by a process that has written nothing: for programs that do not announce, such as `psql`. */
export const announceIdle = 500

let uses = 0
/** Counts connections returned to their pool: only then can this process have left something to announce. */
export const noteUse = (): void => {
  uses += 1
}
export const countUses = (): number => uses

/** Concurrent replicas take different rows; any beyond this number are left for the next turn. */
const batch = 5000

/**
 * Announces the rows that writers left in `pending_notification`, each once. The commit that removes the rows also announces them,
 * so that after a crash the next turn or another replica finds them. Changes shown in a console are numbered here as well, in the
 * order of the companies, so that two replicas cannot deadlock.
 */
export const announcePending = `
  with taken as (
    delete from pending_notification
    where ctid = any(array(select ctid from pending_notification limit ${batch} for update skip locked))
    returning channel, company_id
  ),
  told as (select distinct channel, company_id from taken),
  changed as (
    insert into company_change (company_id) select company_id from told where channel = 'console' order by company_id
    on conflict (company_id) do update set version = company_change.version + 1
  )
  select count(pg_notify(channel, company_id::text)) as announced from told`
