import { Form, Input } from 'antd'
import { type PreparationState, preparationStateNames } from '#contract/operations/health-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmQuestion } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import type { StateLook } from '#web/ui/states.ts'
import { type DialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ActButton, useMayAct } from '../act.tsx'
import { api } from '../api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useOperation } from '../use-operation.ts'

type Preparation = OperationOutput<'getRestorePreparations'>['list'][number]

const tones = {
  waiting: 'busy',
  running: 'busy',
  ready: 'good',
  inconsistent: 'bad',
  switching: 'busy',
  failed: 'bad',
} as const satisfies Record<PreparationState, StateLook['tone']>

const reloadInterval = 5_000

const isPrepared = ({ state }: Preparation) => state === 'ready' || state === 'inconsistent'

/** Prepares a restore to a given time beside the present data, and explains how to switch to it. */
export function RestoreCard() {
  const called = useOperation('getRestorePreparations', {})
  usePolling(called, reloadInterval)
  const { data, refused, reload } = called
  const acts = useMayAct()
  const dialog = useDialog<Preparation>()
  const question = useDialog<{ moment: string; replaced: Preparation }>()
  // The server keeps one copy beside the present data.
  const replaced = data?.list.find(each => isPrepared(each) && each.folder)
  const [form] = Form.useForm<{ moment: string }>()
  const { busy, submit } = useSubmission<{ moment: string }, unknown>({
    call: api.prepareRestore,
    form,
    done: reload,
    onSuccess: () => form.resetFields(),
    fieldOf: { [-53020]: 'moment' },
  })
  return (
    <section className="sheet" aria-labelledby="health-restore">
      <h2 id="health-restore">恢复到某一时刻</h2>
      <p className="quiet">
        由归档恢复到新的文件夹并核对，现有的数据不变，门户照常工作。换上它由另一位负责人确认，门户随即重新启动；也可以停止门户后在服务器上执行显示的命令。
      </p>
      {refused && <Failure refused={refused} retry={reload} />}
      {data && !data.archived && <p>没有打开归档（ARCHIVE），不能准备恢复。</p>}
      {data?.archived && acts && (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          onFinish={input => (replaced ? question.show({ ...input, replaced }) : void submit(input))}
        >
          <Form.Item
            name="moment"
            label="时刻（北京时间）"
            rules={[{ required: true, message: '请填写时刻，如 2026-11-22 14:03:07' }]}
          >
            <Input placeholder="2026-11-22 14:03:07" maxLength={19} autoComplete="off" />
          </Form.Item>
          <Button type="submit" loading={busy}>
            准备恢复
          </Button>
        </Form>
      )}
      <ul className="health-pushes">
        {data?.list.map(each => (
          <PreparationRow key={each.preparation_id} preparation={each} ask={() => dialog.show(each)} />
        ))}
      </ul>
      {question.subject && (
        <ReplaceQuestion
          key={question.key}
          {...question.props}
          {...question.subject}
          confirm={moment => {
            question.close()
            void submit({ moment })
          }}
        />
      )}
      {dialog.subject && <SwitchDialog key={dialog.key} preparation={dialog.subject} {...dialog.props} done={reload} />}
    </section>
  )
}

interface ReplaceProps extends DialogProps {
  moment: string
  replaced: Preparation
  confirm: (moment: string) => void
}

/** Names what the next preparation removes. */
function ReplaceQuestion({ moment, replaced, confirm, ...dialog }: ReplaceProps) {
  return (
    <ConfirmQuestion
      title="代替已准备好的恢复"
      okText="删除它并准备"
      danger
      {...dialog}
      confirm={() => confirm(moment)}
    >
      <p>
        恢复到 <strong>{dateTime(replaced.moment)}</strong> 的那一份已准备好，会被删除（<code>{replaced.folder}</code>
        ），不能再换上；要再用它，须重新准备。
      </p>
    </ConfirmQuestion>
  )
}

type SwitchProps = { preparation: Preparation; done: () => void } & ReturnType<typeof useDialog<Preparation>>['props']

function SwitchDialog({ preparation: { preparation_id, moment, state }, ...dialog }: SwitchProps) {
  const isInconsistent = state === 'inconsistent'
  return (
    <ReasonDialog
      title="换上恢复的数据"
      subject={preparation_id}
      okText={isInconsistent ? '接受不一致并提交确认' : '提交确认'}
      danger
      placeholder="例如：误删了企业的专线，恢复到删除之前"
      {...dialog}
      call={api.switchRestore}
      outdatedBy={[-53020]}
      input={reason => ({ preparation_id, reason, ...(isInconsistent && { accept_inconsistent: true }) })}
    >
      <p>
        换上恢复到 <strong>{dateTime(moment)}</strong>{' '}
        的数据。这一刻之后的订单、付款与修改不再在库里，现有的数据留在旁边。
      </p>
      {isInconsistent && (
        <p>
          <strong>核对出不一致</strong>
          ：请先逐条读过列出的内容，最好另选一个时刻。提交即表示接受，门户会在不一致的数据上运行。
        </p>
      )}
      <p className="quiet">
        另一位负责人确认之后，门户停止半分钟左右并重新启动，所有人须重新登录；之后的付款列在“渠道对账”里。
      </p>
    </ReasonDialog>
  )
}

function PreparationRow({ preparation, ask }: { preparation: Preparation; ask: () => void }) {
  const { state, moment, folder, findings, failure } = preparation
  return (
    <li>
      <StateTag state={{ word: preparationStateNames[state], tone: tones[state] }} /> <b>{dateTime(moment)}</b>
      {findings && <p className="health-findings">{findings}</p>}
      {failure && <p className="health-findings">{failure}</p>}
      {isPrepared(preparation) && folder && (
        <p>
          <ActButton size="small" onClick={ask}>
            换上
          </ActButton>{' '}
          或停止门户后执行{' '}
          <code>
            npm run restore -- --switch {folder}
            {state === 'inconsistent' && ' --accept-inconsistent'}
          </code>
        </p>
      )}
      {isPrepared(preparation) && !folder && <p className="quiet">已被之后的一次准备替换</p>}
    </li>
  )
}
