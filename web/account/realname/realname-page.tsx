import '../account.css'
import { useEffect } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useCall } from '#web/data/use-call.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { useProfile } from '#web/data/use-profile.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RealnameForm } from './realname-form.tsx'
import { ReviewState } from './review-state.tsx'

/** Milliseconds between two calls while a verification is under review. */
const reviewInterval = 3000

/** `/realname/yes` is the form, `/realname/no` its state. Each redirects to the other when it does not apply. */
export function RealnamePage() {
  const { pathname } = useLocation()
  const isForm = pathname.startsWith(paths.realname('yes'))
  const called = useCall('getVerification', {})
  const { data, refused, loading, reload } = called
  const profile = useProfile()
  const status = profile.data?.user_status
  const state = data?.verification?.state
  // The decision appears without a reload, and the role is updated with it.
  usePolling(called, !isForm && state === 'under_review' ? reviewInterval : undefined)
  const { reload: reloadProfile } = profile
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the state may have changed the role
  useEffect(() => {
    if (state) reloadProfile()
  }, [state])

  // Coming from the form, the loaded answer is older than the submission.
  // biome-ignore lint/correctness/useExhaustiveDependencies: changing between form and state reloads
  useEffect(() => {
    if (data) reload()
  }, [isForm])

  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data || (loading && !isForm && !state)) return <Skeleton rows={8} />
  const { verification, prefill } = data
  if (!verification && !isForm) return <Navigate to={paths.realname('yes')} replace />
  if (verification && verification.state !== 'rejected' && isForm) return <Navigate to={paths.realname('no')} replace />
  return isForm ? (
    <div className="sheets">
      <Invited />
      <RealnameForm rejected={verification?.reason ?? undefined} before={verification?.kind} prefill={prefill} />
    </div>
  ) : (
    verification && <ReviewState verification={verification} status={status} />
  )
}

/** A login leads people without a verification here, also those who only want to answer an invitation. */
function Invited() {
  const { data } = useCall('getMemberships', {})
  const [invitation] = data?.invitations ?? []
  if (!invitation) return null
  return (
    <Alert
      type="info"
      role="status"
      title={
        <>
          {invitation.company_name}邀请您加入：请先在<Link to={paths.personalDetails}>个人信息</Link>
          中答复，加入后不需要再提交企业认证。
        </>
      }
    />
  )
}
