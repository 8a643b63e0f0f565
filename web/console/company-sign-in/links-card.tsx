import type { OutputOf } from '#contract/index.ts'
import { employeePath } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { count, dateTime } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

type Links = OutputOf<'getCompanySignIn'>['links']

/** Lists the links between identities at the provider and people here. */
export function LinksCard({ links: { list, total }, done }: { links: Links; done: () => void }) {
  return (
    <section className="sheet" aria-labelledby="links-title">
      <h2 id="links-title">已关联的员工</h2>
      <p className="quiet">
        共 {count(total)} 人{total > list.length && `，最近的 ${count(list.length)} 人如下`}
        。关联由员工本人在第一次登录时确认，离职即解除。
      </p>
      <ul className="lines">
        {list.map(link => (
          <LinkLine key={link.employee_id} link={link} done={done} />
        ))}
      </ul>
    </section>
  )
}

function LinkLine({ link, done }: { link: Links['list'][number]; done: () => void }) {
  const { employee_id, name, shown, created_at, last_used_at } = link
  return (
    <li className="line">
      <div>
        <h3>
          <LinkButton to={employeePath(employee_id)} look="link">
            {name}
          </LinkButton>
        </h3>
        <p className="figures">
          {shown} · {dateTime(created_at)} 关联{last_used_at && ` · 最近 ${dateTime(last_used_at)} 登录`}
        </p>
      </div>
      <ConfirmButton
        label="解除关联"
        button={{ 'aria-label': `解除${name}的关联` }}
        title={`解除${name}的关联？`}
        okText="解除关联"
        call={api.removeSignInLink}
        input={{ employee_id }}
        outdatedBy={[-59110]}
        done={done}
      >
        <p>由企业登录打开的会话随即结束；下次登录须本人重新确认。</p>
      </ConfirmButton>
    </li>
  )
}
