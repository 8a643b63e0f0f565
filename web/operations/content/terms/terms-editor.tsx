import '../content.css'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { type TermsKind, termsNames } from '#contract/operations/content-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { isSessionRefusal, type Refused, sentence } from '#web/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dateTime } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { termsLooks } from '#web/ui/states.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { api } from '../../api.ts'
import { operationsPaths } from '../../paths.ts'
import { useOperationPreview } from '../../use-operation.ts'
import { Leaving } from '../editor/leaving.tsx'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { Panes } from '../editor/panes.tsx'
import { PreviewFrame } from '../editor/preview-frame.tsx'
import { useWriting } from '../editor/use-writing.ts'
import { TermsConflict } from './terms-conflict.tsx'
import { TermsFields, type TermsName } from './terms-fields.tsx'

export type EditedTerms = OperationOutput<'getTermsVersion'>
type Writing = TermsName & { markdown: string }

const writingOf = ({ version, effective_on, markdown }: EditedTerms): Writing => ({ version, effective_on, markdown })

const Preview = ({ which, values }: { which: TermsKind; values: Writing }) => (
  <PreviewFrame title="预览" answer={useOperationPreview('previewTerms', { which, ...values }, 300)} />
)

export function TermsEditor({ terms, changed }: { terms: EditedTerms; changed: () => void }) {
  const [form] = Form.useForm<TermsName>()
  const [busy, setBusy] = useState(false)
  const writing = useWriting(`terms:${terms.terms_id}`, { revision: terms.revision, values: writingOf(terms) })
  const publishing = useAsked<number>()
  const conflict = useAsked<true>()
  const { values } = writing
  const { terms_id, which } = terms
  const isDraft = terms.state === 'draft'
  const dirty = isDraft && writing.dirty

  function tell(refused: Refused) {
    if (isSessionRefusal(refused)) return
    if (refused.code === -53022) conflict.ask(true)
    else if (refused.code === -53705 || refused.code === -41003) tellRefusal(form, refused, { [-53705]: 'version' })
    else toast.error(sentence(refused))
  }
  async function save(revision = writing.revision): Promise<number | undefined> {
    if (!(await form.validateFields().catch(() => undefined))) return undefined
    setBusy(true)
    const answer = await api.saveTermsVersion({ terms_id, revision, ...values })
    setBusy(false)
    if (!answer.ok) {
      tell(answer)
      return undefined
    }
    writing.settle({ revision: answer.data.revision, values })
    toast.success(answer.msg)
    changed()
    return answer.data.revision
  }
  async function publish(revision: number) {
    const answer = await api.publishTermsVersion({ terms_id, revision })
    if (answer.ok) toast.success(answer.msg)
    else tell(answer)
    changed()
    return true
  }
  async function askToPublish() {
    const revision = dirty ? await save() : writing.revision
    if (revision !== undefined) publishing.ask(revision)
  }
  return (
    <>
      <Leaving dirty={dirty} />
      <header className="editor-head">
        <div>
          <p className="quiet">
            <Link to={operationsPaths.terms}>协议</Link> / {termsNames[which]}
          </p>
          <h1>
            {termsNames[which]} {values.version}
          </h1>
          <p className="editor-facts quiet">
            <StateTag state={termsLooks[terms.state]} />
            <span>
              {terms.saved_by} 保存于 {dateTime(terms.saved_at)}
            </span>
            <span role="status">{dirty ? '有没保存的内容（已留在这台电脑）' : ''}</span>
          </p>
        </div>
        {isDraft && (
          <div className="row">
            <Button disabled={!dirty} loading={busy} onClick={() => void save()}>
              保存
            </Button>
            <Button type="primary" onClick={() => void askToPublish()}>
              发布
            </Button>
          </div>
        )}
      </header>
      <div className="editor-alerts">
        {!isDraft && <Alert type="info" showIcon title="已发布的协议不能修改。需要修改时，请新建一个版本。" />}
        {isDraft && writing.restoredAt && (
          <Alert
            type="warning"
            showIcon
            title={`已恢复这台电脑上 ${dateTime(writing.restoredAt)} 没保存的内容`}
            action={
              <Button size="small" onClick={() => form.setFieldsValue(writing.discard())}>
                放弃这些内容
              </Button>
            }
          />
        )}
      </div>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={values}
        onValuesChange={(next: Partial<TermsName>) => writing.change({ ...values, ...next })}
      >
        <div className="sheet editor-fields">
          <TermsFields disabled={!isDraft} />
        </div>
      </Form>
      <p className="quiet editor-hint">
        {'{{brandName}}、{{copyright}}、{{supportPhone}}、{{officeAddress}}、{{agreementVersion}} 会换成配置里的内容。'}
      </p>
      <Panes
        editor={
          <MarkdownEditor
            label="正文"
            readOnly={!isDraft}
            value={values.markdown}
            onChange={markdown => writing.change({ ...values, markdown })}
          />
        }
        preview={() => <Preview which={which} values={values} />}
      />
      {publishing.question !== undefined && (
        <ConfirmDialog
          key={`publish-${publishing.round}`}
          title="发布协议"
          okText="发布"
          open={publishing.open}
          close={publishing.close}
          send={() => publish(publishing.question ?? 0)}
        >
          <p>
            {termsNames[which]} <strong>{values.version}</strong> 自 {values.effective_on}{' '}
            起成为现行版本，之后注册与登录的人同意的就是它。<strong>发布后不能修改，也不能撤回。</strong>
          </p>
        </ConfirmDialog>
      )}
      {conflict.question && (
        <TermsConflict
          key={`conflict-${conflict.round}`}
          termsId={terms_id}
          mine={values.markdown}
          open={conflict.open}
          close={conflict.close}
          overwrite={async revision => (await save(revision)) !== undefined}
          take={theirs => {
            writing.replace({ revision: theirs.revision, values: writingOf(theirs) })
            form.setFieldsValue(writingOf(theirs))
            changed()
          }}
        />
      )}
    </>
  )
}
