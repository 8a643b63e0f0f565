/** Milliseconds. Listeners learn of a change at most that much later, and a company's writers wait for nobody. */
export const announceEvery = 250
/** Milliseconds after which a process looks that has written nothing itself: for programs that announce nothing, such as `psql`. */
export const announceIdle = 500

let uses = 0
/** Counts a connection that went back to its pool: only then may this process have left something to announce. */
export const noteUse = (): void => {
  uses += 1
}
export const countUses = (): number => uses

/** Several replicas take different rows; more than these come with the next turn. */
const batch = 5000

/**
 * Announces what writers left in `pending_notification`, each once. The commit that removes the rows also announces them, so
 * after a crash in between the next turn or another replica finds them. A change that a console shows gets its number there as
 * well, in the order of the companies, so that two replicas never wait for each other in a circle.
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
