/** Passkeys: WebAuthn requests and answers, with bytes as base64url. */

import type { PasskeyAsked } from "../generated/protocol";

interface Described {
  id: string;
  type: "public-key";
}
type Options = Record<string, unknown> & {
  challenge: string;
  user?: { id: string; name: string; displayName: string };
  excludeCredentials?: Described[];
  allowCredentials?: Described[];
};

/** Whether this browser supports passkeys here: not where the server has only an IP address. */
export const possible = (): boolean =>
  "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname) && isSecureContext;

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const written = (data: ArrayBuffer | null): string | undefined =>
  data === null
    ? undefined
    : btoa(String.fromCharCode(...new Uint8Array(data)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");

const described = (all: Described[] | undefined) => (all ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

function as(credential: PublicKeyCredential, response: Record<string, string | undefined>): unknown {
  return {
    id: credential.id,
    rawId: written(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

/** Create a passkey; null if the reader cancels. */
export async function make(asked: PasskeyAsked): Promise<unknown> {
  const options = asked.options as Options;
  const user = options.user!;
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: described(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey }).catch(givenUp)) as PublicKeyCredential | null;
  if (!made) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return as(made, {
    clientDataJSON: written(response.clientDataJSON),
    attestationObject: written(response.attestationObject),
  });
}

/** Sign a challenge with a passkey; null if the reader cancels. */
export async function sign(asked: PasskeyAsked): Promise<unknown> {
  const options = asked.options as Options;
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: described(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const credential = (await navigator.credentials.get({ publicKey }).catch(givenUp)) as PublicKeyCredential | null;
  if (!credential) return null;
  const response = credential.response as AuthenticatorAssertionResponse;
  return as(credential, {
    clientDataJSON: written(response.clientDataJSON),
    authenticatorData: written(response.authenticatorData),
    signature: written(response.signature),
    userHandle: written(response.userHandle),
  });
}

/** The browser's error is for programmers; all that matters is that there is no passkey. */
const givenUp = (): null => null;
