// Which section of a long form somebody is at: that of the field with the focus, or what is read while scrolling.
import { useEffect, useRef, useState } from 'react'

/** Part of the window's height down to which a section has come when it is the one that is read. */
const readingLine = 0.3

/** @param ids of the sections, in their order. @returns the id, and `go`, which shows a section and is at it from then on */
export function useSectionInView(ids: readonly string[]): { current: string; go: (id: string) => void } {
  const [current, setCurrent] = useState(ids[0] ?? '')
  /** Until somebody scrolls: what is shown by the focus or by a link need not come up to the line. */
  const isHeld = useRef(false)
  useEffect(() => {
    const sections = ids.flatMap((id) => document.getElementById(id) ?? [])
    let frame = 0
    const read = () => {
      frame = 0
      if (!isHeld.current) setCurrent(sectionAtLine(sections)?.id ?? '')
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(read)
    }
    const release = () => {
      isHeld.current = false
    }
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const isField = target instanceof Element && target.closest('input, select, textarea')
      if (/^Page/.test(key) || (!isField && /^(Arrow(Up|Down)|Home|End| )$/.test(key))) release()
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      // On the scrollbar.
      if (target === document.documentElement) release()
    }
    const onFocus = ({ target }: FocusEvent) => {
      const section = target instanceof Node && sections.find((one) => one.contains(target))
      if (!section) return
      isHeld.current = true
      setCurrent(section.id)
    }
    const listening = new AbortController()
    const options = { signal: listening.signal, passive: true }
    addEventListener('scroll', onScroll, options)
    addEventListener('wheel', release, options)
    addEventListener('touchmove', release, options)
    addEventListener('keydown', onKeyDown, options)
    addEventListener('pointerdown', onPointerDown, options)
    addEventListener('focusin', onFocus, options)
    return () => {
      listening.abort()
      cancelAnimationFrame(frame)
    }
  }, [ids])
  const go = (id: string) => {
    isHeld.current = true
    setCurrent(id)
    document.getElementById(id)?.scrollIntoView()
  }
  return { current, go }
}

/** Towards the end of the page the line goes down to the foot of the window: the last sections never come up to it. */
function sectionAtLine(sections: readonly HTMLElement[]): HTMLElement | undefined {
  const left = document.documentElement.scrollHeight - innerHeight - scrollY
  const line = Math.max(innerHeight * readingLine, innerHeight - left)
  const passed = sections.filter((section) => section.getBoundingClientRect().top <= line)
  return passed.at(-1) ?? sections[0]
}
