import { useState } from 'react'
import { scopeLabel } from '#contract/scope-names.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { dateTime, day, fromNow } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { Parts } from '#web/ui/parts.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { type Token, tokenLooks } from './token-looks.ts'

const CreateTokenDialog = idlePart(async () => (await import('./create-token-dialog.tsx')).CreateTokenDialog)
const EditTokenDialog = idlePart(async () => (await import('./edit-token-dialog.tsx')).EditTokenDialog)
const RotateTokenDialog = idlePart(async () => (await import('./rotate-token-dialog.tsx')).RotateTokenDialog)
const SecretDialog = idlePart(async () => (await import('./secret-dialog.tsx')).SecretDialog, {
  isOpen: ({ secret }) => secret !== undefined,
})

/** The company's tokens, and what each may do. */
export function TokensCard() {
  const { data, refused, reload } = useRemembered('getApiTokenList', {})
  const creating = useDialog<true>()
  const editing = useDialog<Token>()
  const rotating = useDialog<Token>()
  const [secret, setSecret] = useState<string | null>()
  return (
    <section className="sheet" aria-labelledby="tokens-title">
      <div className="sheet-head">
        <h2 id="tokens-title">接口令牌</h2>
        <Button onClick={() => creating.show(true)}>创建令牌</Button>
      </div>
      <p className="quiet">每个系统用一个令牌，只给它需要的权限。创建者不再是管理员时，令牌随即失效。</p>
      {!data && <Placeholder refused={refused} retry={reload} rows={2} />}
      {data?.total === 0 && <p>还没有令牌。</p>}
      {data && data.total > 0 && (
        <ul className="lines">
          {data.list.map(token => (
            <TokenLine
              key={token.token_id}
              token={token}
              edit={() => editing.show(token)}
              rotate={() => rotating.show(token)}
              done={reload}
            />
          ))}
        </ul>
      )}
      <CreateTokenDialog key={`create ${creating.key}`} {...creating.props} made={setSecret} done={reload} />
      {editing.subject && (
        <EditTokenDialog key={`edit ${editing.key}`} token={editing.subject} {...editing.props} done={reload} />
      )}
      {rotating.subject && (
        <RotateTokenDialog
          key={`rotate ${rotating.key}`}
          token={rotating.subject}
          {...rotating.props}
          made={setSecret}
          done={reload}
        />
      )}
      <SecretDialog
        title="接口令牌的密钥"
        secret={secret}
        lost="请轮换这个令牌，取得新的密钥。"
        close={() => setSecret(undefined)}
      />
    </section>
  )
}

interface TokenLineProps {
  token: Token
  edit: () => void
  rotate: () => void
  done: () => void
}

function TokenLine({ token, edit, rotate, done }: TokenLineProps) {
  const { token_id, name, hint, scopes, dept_ids, networks, state, made_by, expires_at, last_used_at, last_ip } = token
  const limits = [
    dept_ids && (dept_ids.length ? `限 ${dept_ids.length} 个部门` : '所限部门已删除'),
    networks.length && `限 ${networks.join('、')}`,
  ]
  const used = last_used_at ? `${fromNow(last_used_at)}用过（${last_ip}）` : '还没有用过'
  return (
    <li className="line">
      <div>
        <h3 className="open-names">
          {name} <StateTag state={tokenLooks[state]} />
        </h3>
        <p>{[...scopes.map(scopeLabel), ...limits.filter(Boolean)].join(' · ')}</p>
        <p className="figures">
          <Parts
            of={[
              `hyl_…${hint}`,
              made_by,
              `${day(expires_at)} 到期（${fromNow(expires_at)}）`,
              used,
              token.overlaps_until && `原来的密钥可用到 ${dateTime(token.overlaps_until)}`,
            ]}
          />
        </p>
      </div>
      {state === 'active' && (
        <div className="row">
          <Button aria-label={`修改${name}`} onClick={edit}>
            修改
          </Button>
          <Button aria-label={`轮换${name}的密钥`} onClick={rotate}>
            轮换
          </Button>
          <ConfirmButton
            label="撤销"
            button={{ danger: true, 'aria-label': `撤销${name}` }}
            title={`撤销“${name}”？`}
            okText="撤销令牌"
            danger
            call={api.revokeApiToken}
            input={{ token_id }}
            outdatedBy={[-41056]}
            done={done}
          >
            <p>使用它的系统随即不能再调用任何接口，不能恢复。</p>
          </ConfirmButton>
        </div>
      )}
    </li>
  )
}
