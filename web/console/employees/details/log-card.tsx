import type { OutputOf } from '#contract/index.ts'
import { employeeActions } from '#contract/people.ts'
import { dateTime } from '#web/ui/format.ts'

/** What managers did with this person, newest first. */
export const LogCard = ({ log }: { log: OutputOf<'getCompanyUserDetail'>['log'] }) => (
  <section className="sheet" aria-labelledby="log-title">
    <div className="sheet-head">
      <h2 id="log-title">操作记录</h2>
    </div>
    {log.length ? (
      <ol className="timeline">
        {log.map(({ action, actor_name, detail, created_at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and never change their place while shown
          <li key={index}>
            <p>
              <b>{employeeActions[action]}</b>
              {detail && <span> · {detail}</span>}
            </p>
            <p className="quiet figures">
              {actor_name} · {dateTime(created_at)}
            </p>
          </li>
        ))}
      </ol>
    ) : (
      <p className="details-nothing">还没有操作记录。</p>
    )}
  </section>
)
