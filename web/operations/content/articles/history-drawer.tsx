import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmQuestion } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { count, dateTime } from '#web/ui/format.ts'
import { Pages } from '#web/ui/list/pages.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { scaled } from '#web/ui/scaled.ts'
import { type DialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ActButton } from '../../act.tsx'
import { api } from '../../api.ts'
import { useOperation } from '../../use-operation.ts'
import { DifferingLines } from '../differing-lines.tsx'
import type { EditedArticle } from './article.ts'

interface HistoryDrawerProps extends DialogProps {
  article: EditedArticle
  revision: number
  /** True while there is unsaved text, which a restored version would replace. */
  dirty: boolean
  restored: (article: EditedArticle) => void
  changed: () => void
}

export function HistoryDrawer(props: HistoryDrawerProps) {
  const { article, revision, close, restored, changed } = props
  const { submit } = useSubmission({ call: api.restoreArticleVersion })
  const [busy, setBusy] = useState(false)
  async function restore(number: number): Promise<void> {
    const { article_id } = article
    setBusy(true)
    if (await submit({ article_id, number, revision })) {
      const now = await api.getContentArticle({ article_id })
      if (now.ok) restored(now.data)
      changed()
      close()
    }
    setBusy(false)
  }
  return (
    // What is typed below it meanwhile would be replaced.
    <Drawer title="历史版本" open={props.open} onClose={close} busy={busy} size={scaled(640)} destroyOnHidden>
      {props.open && <History {...props} busy={busy} restore={number => void restore(number)} />}
    </Drawer>
  )
}

interface HistoryProps extends HistoryDrawerProps {
  busy: boolean
  restore: (number: number) => void
}

function History({ article, revision, dirty, busy, restore }: HistoryProps) {
  const { article_id } = article
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<number>()
  const called = useOperation('getArticleVersionList', { article_id, page, page_size: 20 })
  const replacing = useDialog<number>()
  if (called.refused && !called.data) return <Failure refused={called.refused} retry={called.reload} />
  if (!called.data) return <PageWait />
  const { list, total } = called.data
  if (!total) return <p className="quiet">这篇文章还没有在后台修改过；第一次保存时，现在的内容会留作第一个版本。</p>
  return (
    <>
      <p className="quiet">
        恢复会以那个版本的标题、摘要、关键词与正文保存一个新版本，没保存的内容会被替换；公开的页面不变。
      </p>
      {list.map(version => (
        <div key={version.number}>
          <div className="version">
            <div>
              <strong>第 {version.number} 版</strong> {version.title}
              <br />
              <span className="quiet">
                {version.saved_by}，{dateTime(version.saved_at)}，{count(version.length)} 字
                {version.published_at && `，${dateTime(version.published_at)} 发布`}
              </span>
            </div>
            <Button
              size="small"
              aria-expanded={shown === version.number}
              onClick={() => setShown(shown === version.number ? undefined : version.number)}
            >
              内容
            </Button>
            {version.number !== revision && (
              <ActButton
                size="small"
                aria-label={`恢复第 ${version.number} 版`}
                disabled={busy}
                onClick={() => (dirty ? replacing.show(version.number) : restore(version.number))}
              >
                恢复
              </ActButton>
            )}
          </div>
          {shown === version.number && <VersionText article={article} number={version.number} />}
        </div>
      ))}
      <ConfirmQuestion
        title={`恢复第 ${replacing.subject} 版`}
        okText="恢复"
        danger
        open={replacing.open}
        close={replacing.close}
        confirm={() => {
          if (replacing.subject !== undefined) restore(replacing.subject)
          replacing.close()
        }}
      >
        <p>这篇文章还有没保存的内容，恢复之后就没有了。要留下它，请先取消，再保存。</p>
      </ConfirmQuestion>
      <Pages current={page} total={total} pageSize={20} rows={list.length} onChange={setPage} />
    </>
  )
}

function VersionText({ article, number }: { article: EditedArticle; number: number }) {
  const called = useOperation('getArticleVersion', { article_id: article.article_id, number })
  if (called.refused && !called.data) return <Failure refused={called.refused} retry={called.reload} />
  if (!called.data) return <PageWait />
  return <DifferingLines label={`第 ${number} 版的正文`} text={called.data.markdown} than={article.markdown} />
}
