import '../content.css'
import { Link } from 'react-router'
import { type TermsKind, termsKinds, termsNames } from '#contract/content-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { termsLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../../act.tsx'
import { api } from '../../api.ts'
import { editTermsPath } from '../../paths.ts'
import { useOperation } from '../../use-operation.ts'
import { NewTermsDialog } from './new-terms-dialog.tsx'

type Listed = OperationOutput<'getTermsList'>['list'][number]

const Open = ({ address, children }: { address: string; children: string }) => (
  <a href={address} target="_blank" rel="noopener">
    {children}
  </a>
)

function Version({ row, remove }: { row: Listed; remove: (row: Listed) => void }) {
  return (
    <div className="version">
      <div>
        <strong>{row.version}</strong> <StateTag state={termsLooks[row.state]} />
        <br />
        <span className="quiet">
          {row.effective_on} 起生效，{row.saved_by}
          {row.published_at ? ` 编写，发布于 ${dateTime(row.published_at)}` : ` 保存于 ${dateTime(row.saved_at)}`}
        </span>
      </div>
      {row.address && <Open address={row.address}>公开页面</Open>}
      <Link to={editTermsPath(row.terms_id)} aria-label={`${row.state === 'draft' ? '修改' : '查看'} ${row.version}`}>
        {row.state === 'draft' ? '修改' : '查看'}
      </Link>
      {row.state === 'draft' && (
        <ActButton size="small" danger aria-label={`删除草稿 ${row.version}`} onClick={() => remove(row)}>
          删除
        </ActButton>
      )}
    </div>
  )
}

export function TermsPage() {
  const called = useOperation('getTermsList', {})
  const added = useDialog<TermsKind>()
  const removed = useDialog<Listed>()
  if (called.refused && !called.data) return <Failure refused={called.refused} retry={called.reload} />
  if (!called.data) return <PageWait />
  const { list, default: defaults } = called.data
  return (
    <>
      <ListHead
        title="协议"
        text="注册与登录时同意的文本，与订单、报价的合同模板；发布后不能再修改。注册时记录当时现行的版本，旧版本在各自的网址上一直可读；合同按下单或报价时现行的模板与协议生成。"
      />
      <div className="category-sections">
        {termsKinds.map(which => (
          <section className="sheet" key={which} aria-label={termsNames[which]}>
            <div className="sheet-head">
              <h2>{termsNames[which]}</h2>
              <ActButton size="small" onClick={() => added.show(which)} aria-label={`新建版本：${termsNames[which]}`}>
                新建版本
              </ActButton>
            </div>
            {list
              .filter(row => row.which === which)
              .map(row => (
                <Version key={row.terms_id} row={row} remove={removed.show} />
              ))}
            {defaults
              .filter(each => each.which === which)
              .map(each => (
                <div className="version" key={`default-${each.version}`}>
                  <div>
                    <strong>{each.version}</strong> <StateTag state={termsLooks[each.current ? 'current' : 'past']} />
                    <br />
                    <span className="quiet">随门户提供的文本，没有已生效的版本时使用</span>
                  </div>
                  {each.address && <Open address={each.address}>公开页面</Open>}
                </div>
              ))}
          </section>
        ))}
      </div>
      {added.subject && <NewTermsDialog key={`new-${added.key}`} which={added.subject} {...added.props} />}
      {removed.subject && (
        <ConfirmDialog
          key={`remove-${removed.key}`}
          title="删除草稿"
          okText="删除"
          danger
          {...removed.props}
          call={api.deleteTermsVersion}
          input={{ terms_id: removed.subject.terms_id }}
          outdatedBy="any"
          done={called.reload}
        >
          <p>
            删除{termsNames[removed.subject.which]}的草稿 <strong>{removed.subject.version}</strong>，不能恢复。
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
