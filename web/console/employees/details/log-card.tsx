import type { OutputOf } from '#contract/index.ts'
import { employeeActions } from '#contract/people.ts'
import { Timeline } from '#web/ui/timeline.tsx'

/** The managers' actions on this person, newest first. */
export const LogCard = ({ log }: { log: OutputOf<'getCompanyUserDetail'>['log'] }) => (
  <section className="sheet" aria-labelledby="log-title">
    <div className="sheet-head">
      <h2 id="log-title">操作记录</h2>
    </div>
    {log.length ? (
      <Timeline
        entries={log.map(({ action, actor_name, detail, created_at }) => ({
          what: employeeActions[action],
          detail,
          by: actor_name,
          at: created_at,
        }))}
      />
    ) : (
      <p className="details-nothing">还没有操作记录。</p>
    )}
  </section>
)
