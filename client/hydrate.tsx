import { type ComponentType, type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { type IslandName, islands } from './registry';

export { askToConfirm, showToast } from './events';

/** Brings an island to life with the properties that the server rendered it with; resolves when it listens. */
export function hydrate(element: HTMLElement): Promise<void> {
  const { island = '', props = '{}' } = element.dataset;
  // The server has written name and properties together, so they belong to each other.
  const Component = islands[island as IslandName] as unknown as ComponentType | undefined;
  if (!Component) return Promise.resolve();
  return new Promise(resolve => {
    hydrateRoot(
      element,
      <Awake onAwake={resolve}>
        <Component {...JSON.parse(props)} />
      </Awake>,
    );
  });
}

/** Its effect runs after those of the island inside. */
function Awake({ onAwake, children }: { readonly onAwake: () => void; readonly children: ReactNode }) {
  useEffect(onAwake, [onAwake]);
  return children;
}
