/** Another system refused a request, or gave no trustworthy answer. */
export class OutsideFailure extends Error {
  /** True if a retry may succeed: a network fault may pass, a wrong key will not. */
  readonly retry: boolean
  constructor(message: string, retry: boolean) {
    super(message)
    this.retry = retry
  }
}

/** Libraries limit the wait for a connection and for each packet separately; this limits the whole request. */
export async function withinTime<Answer>(
  answer: Promise<Answer>,
  timeout: number,
  failure: () => OutsideFailure,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure()), timeout)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
