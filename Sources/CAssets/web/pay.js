// Paying by card with a payment provider's own fields: the number goes from them to the provider,
// and only its token comes to the shop. Loaded on pages that pay, behind the provider's script.
"use strict";

(() => {
  const form = document.getElementById("pay");
  if (!form || !form.dataset.cardKey) return;
  const problem = document.getElementById("cardproblem");
  const button = document.getElementById("paynow");
  const say = (text) => {
    problem.textContent = text || "";
    problem.hidden = !text;
  };
  if (typeof Stripe !== "function") {
    say(problem.dataset.missing);
    button.disabled = true;
    return;
  }
  const stripe = Stripe(form.dataset.cardKey, { locale: document.documentElement.lang });

  // The bank wants to see the customer: the provider shows it, and the shop asks what came of it.
  if (form.dataset.cardSecret) {
    button.disabled = true;
    stripe.confirmCardPayment(form.dataset.cardSecret).finally(() => {
      location.replace(form.dataset.cardReturn);
    });
  }

  const card = stripe.elements().create("card");
  card.mount("#card");
  // Before anybody else hears of it: the form isn't sent until there is a token.
  form.addEventListener("submit", async (event) => {
    if (form.elements.cardToken.value) return;
    event.preventDefault();
    event.stopPropagation();
    if (button.disabled) return;
    button.disabled = true;
    say("");
    let made;
    try {
      made = await stripe.createPaymentMethod({ type: "card", card });
    } catch (error) {
      made = { error };
    }
    button.disabled = false;
    if (made.error) {
      say(made.error.message);
      return;
    }
    form.elements.cardToken.value = made.paymentMethod.id;
    form.requestSubmit();
  });
})();
