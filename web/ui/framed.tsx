import { type ComponentType, createContext, type ReactNode, use } from 'react'

type Frame = ComponentType<{ children: ReactNode }>

let frame: Frame | undefined
/** Parts loaded from now on may use antd. */
export const provideFrame = (antd: Frame | undefined): void => {
  frame = antd
}

/** True inside antd's frame. */
export const Framed = createContext(false)

// biome-ignore lint/suspicious/noExplicitAny: a part is kept with what it became, whatever its props are
const known = new WeakMap<ComponentType<any>, ComponentType<any>>()

/**
 * Returns a part that has just been loaded, in antd's frame if that was loaded with or before it. The frame is a fifth of a page's
 * initial load, and lists use nothing of antd. The same part always gives the same result.
 */
export function framed<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  const made: ComponentType<Props> = known.get(Part) ?? (frame ? within(frame, Part) : Part)
  known.set(Part, made)
  return made
}

const within = <Props extends object>(Frame: Frame, Part: ComponentType<Props>) =>
  function FramedPart(props: Props) {
    return use(Framed) ? (
      <Part {...props} />
    ) : (
      <Frame>
        <Part {...props} />
      </Frame>
    )
  }
